/** Wires the services behind the window. Loaded while the page's process starts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, Notification, powerMonitor } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { pause, systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { openKeychain } from '../vault/keychain.ts';
import { openVault } from '../vault/vault.ts';
import { openAccounts, type AccountService } from './account-service.ts';
import type { Gate } from './answer-call.ts';
import { createAppliedSettings } from './applied-settings.ts';
import type { Background } from './background/background.ts';
import type { ChoiceStore } from './background/choice.ts';
import { openBackground } from './background/open.ts';
import type { ChildRuntime, StartChild } from './child.ts';
import { showContextMenu } from './context-menu.ts';
import { createCrashQuestion } from './crash-question.ts';
import type { EngineLaunch } from './engine-host.ts';
import { openEngine } from './engine-service.ts';
import { createFileHandlers } from './file-handlers.ts';
import { createFirstScreen } from './first-screen.ts';
import type { Front } from './front.ts';
import { createNotices } from './notices.ts';
import { shouldStartPractice, type StartOptions } from './options.ts';
import { pageHandlers } from './page-service.ts';
import { createQuitting } from './quitting.ts';
import { openReach } from './reach-service.ts';
import { createReadyLine } from './ready-line.ts';
import { createSignIns } from './sign-ins.ts';
import type { Spelling } from './spelling.ts';
import { openTeamService } from './team-service.ts';
import { openUpdates } from './updates/open.ts';

export type Services = Gate & {
  readonly newWindow: Background['newWindow'];
  readonly isInTray: Background['isInTray'];
  readonly mayQuit: () => Promise<boolean>;
  readonly askAboutCrashes: ReturnType<typeof createCrashQuestion>;
  readonly contextMenu: (params: Parameters<typeof showContextMenu>[1]) => void;
  readonly openProfile: AccountService['openProfile'];
  readonly stop: () => Promise<void>;
};

/** Longest wait for the first leads before the keychain is opened, in milliseconds. */
const longestPaintMs = 1_500;

export const openServices = async (dependencies: {
  readonly options: StartOptions;
  readonly random: (bytes: number) => Buffer;
  readonly built: string;
  readonly dataFolder: string;
  readonly runtime: string;
  readonly childRuntime: ChildRuntime;
  readonly startChild: StartChild;
  readonly launchEngine: EngineLaunch;
  readonly front: Front;
  readonly isWindowless: boolean;
  readonly choice: ChoiceStore;
  readonly spelling: Pick<Spelling, 'follow'>;
  readonly showMenu: (menu: CommandInput<'shell.setMenu'>) => void;
}): Promise<Services> => {
  const { options, random, built, dataFolder, runtime, childRuntime, startChild } = dependencies;
  const { launchEngine, front, isWindowless, choice, spelling, showMenu } = dependencies;
  const log = await openLog(dataFolder, 'main');
  const isNew = !['leads.db', 'vault.bin'].some((name) => existsSync(join(dataFolder, name)));
  const firstPaint = Promise.withResolvers<void>();

  const signIns = createSignIns({
    openKeychain: async () => {
      // Only accounts wait for the keychain, so the first leads are painted before.
      if (!isNew) await Promise.race([firstPaint.promise, pause(systemClock, longestPaintMs)]);
      return openKeychain({
        service: 'Hearthline',
        account: dataFolder,
        launch: (args) => startChild(join(built, 'keychain.js'), args, 'Hearthline keychain'),
        log,
      });
    },
    openVault: (key) => openVault({ file: join(dataFolder, 'vault.bin'), key, random, log }),
  });
  const engine = openEngine({
    childRuntime,
    launch: launchEngine,
    signIns,
    onProblem: () => front.notify('changed', { kinds: ['connection'], leadIDs: null }),
    log,
  });
  engine.events.on('state', (state) => front.notify('engine', state));
  engine.events.on('changed', ({ change }) => front.notify('changed', change));
  const askReports = () => engine.query('connection.report');

  const settings = createAppliedSettings(engine, front.now, spelling);
  const { language } = settings;

  const notices = createNotices({
    make: (notice) => (Notification.isSupported() ? new Notification(notice) : null),
    open: (leadID) => (leadID === null ? front.show() : front.showAnd('openLead', { leadID })),
    openReview: (review) => front.showAnd('openReview', review),
    reply: (reply) => engine.ask('notices.reply', reply),
    language,
  });
  engine.events.on('notice', ({ notice, noticeID }) => notices.show(notice, noticeID));
  engine.events.on('withdraw', ({ noticeIDs }) => notices.withdraw(noticeIDs));
  engine.events.on('state', ({ state }) => {
    if (state === 'ready') notices.retryReplies();
  });

  const reachHandlers = openReach({
    signIns,
    engine,
    notify: (change) => front.notify('changed', change),
    language,
  });

  const updates = openUpdates({
    isPackaged: app.isPackaged,
    version: app.getVersion(),
    resources: process.resourcesPath,
    dataFolder,
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    namedFolder: options.dataFolder,
    onChange: () => front.notify('changed', { kinds: ['updates'], leadIDs: [] }),
    quit: () => app.quit(),
    releaseLock: () => app.releaseSingleInstanceLock(),
    clock: systemClock,
    log,
  });
  powerMonitor.on('resume', updates.wake);

  const background = openBackground({
    front,
    choice,
    imageFolder: join(built, '../../resources/tray'),
    dataFolder: options.dataFolder,
    pause: (length) => void engine.ask('notices.pause', { length }),
    clock: systemClock,
    log,
  });
  engine.events.on('badge', ({ needsReply }) => background.update({ needsReply }));
  engine.events.on('quiet', ({ quiet }) => background.update({ quiet }));
  settings.onApplied((applied, appliedLanguage) => {
    background.setLanguage(appliedLanguage);
    updates.setOn(applied.updates);
  });

  const readyLine = createReadyLine({ askReports, askCounts: () => engine.query('views.counts') });
  engine.events.on('changed', ({ change }) => {
    if (change.kinds.includes('connection')) void readyLine.check();
  });
  const team = openTeamService({
    signIns,
    engine,
    notify: (change) => front.notify('changed', change),
    onWake: (listener) => powerMonitor.on('resume', listener),
    random,
    log,
  });
  const accounts = openAccounts({
    signIns,
    engine,
    front,
    options,
    built,
    dataFolder,
    startChild,
    language,
    random,
    onStartsPractice: (startsPractice) => void readyLine.setStartsPractice(startsPractice),
    team: team.hub,
    log,
  });

  const files = createFileHandlers({
    launch: () => startChild(join(built, 'files.js'), [], 'Hearthline files'),
    dataFolder,
    runtime,
    ourWindow: front.now,
    engine,
    engineFacts: engine.facts,
    settings: () => engine.query('settings.get'),
    language,
    keychain: () => signIns.now()?.keychain ?? null,
    notify: (change) => {
      front.notify('changed', change);
      if (change.kinds.includes('settings')) void settings.apply();
    },
  });

  const onPainted = (): Promise<void> => {
    firstPaint.resolve();
    void settings.apply().finally(updates.begin);
    return readyLine.painted();
  };
  if (isWindowless) void onPainted();

  const question = { window: front.now, language };
  const mayQuit = createQuitting({ askReports, ...question, clock: systemClock });
  const askAboutCrashes = createCrashQuestion({
    saveDiagnostics: async () => {
      await files.handlers['diagnostics.read']({});
      return files.handlers['diagnostics.save']({});
    },
    // Joins the question that quitting asks.
    quit: () => {
      app.quit();
      return mayQuit();
    },
    ...question,
  });

  return {
    askEngine: engine.ask,
    log,
    newWindow: background.newWindow,
    isInTray: background.isInTray,
    askAboutCrashes,
    mayQuit: async () => {
      const may = await mayQuit();
      if (!may) updates.cancelRestart();
      return may;
    },
    handlers: {
      ...accounts.handlers,
      ...background.handlers,
      ...engine.handlers,
      ...files.handlers,
      ...reachHandlers,
      ...team.handlers,
      ...updates.handlers,
      ...pageHandlers({
        front,
        runtime,
        dataFolder,
        firstScreen: createFirstScreen({
          isNew,
          startsPractice: shouldStartPractice(options, {
            accounts: 0,
            practice: false,
            installed: app.isPackaged,
          }),
          askReports,
          clock: systemClock,
        }),
        engineState: engine.state,
        startProfile: accounts.startProfile,
        language,
        showMenu,
        onPainted,
      }),
    },
    contextMenu: (params) => {
      const window = front.now();
      if (window !== null) showContextMenu(window, params, language());
    },
    openProfile: accounts.openProfile,
    stop: async () => {
      try {
        background.stop();
        files.stop();
        accounts.stopSigningIn();
        team.stop();
        await engine.stop();
        accounts.stopPractice();
      } finally {
        await updates.end();
      }
    },
  };
};
