/** Wires the services behind the window. Loaded once the first leads are painted. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { app, Notification, powerMonitor, type ContextMenuParams } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import type { Change } from '../../contract/events.ts';
import { systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { deriveProfileID, toPublicProfile } from '../connect/profiles.ts';
import { openKeychain } from '../vault/keychain.ts';
import { openVault } from '../vault/vault.ts';
import { openAccounts } from './account-service.ts';
import { answerCall, type MainHandlers } from './answer-call.ts';
import { createAppliedSettings } from './applied-settings.ts';
import type { ChoiceStore } from './background/choice.ts';
import { openBackground } from './background/open.ts';
import type { StartChild } from './child.ts';
import { showContextMenu } from './context-menu.ts';
import { createCrashQuestion } from './crash-question.ts';
import type { EarlyEngine } from './early-engine.ts';
import { createEngineService } from './engine-service.ts';
import { createFileHandlers } from './file-handlers.ts';
import type { Front } from './front.ts';
import { createNotices } from './notices.ts';
import type { StartOptions } from './options.ts';
import { createPageHandlers } from './page-service.ts';
import { createQuitQuestion } from './quitting.ts';
import { openReach } from './reach-service.ts';
import { createReadyLine } from './ready-line.ts';
import { createSignIns } from './sign-ins.ts';
import type { Spelling } from './spelling.ts';
import { openTeamService } from './team-service.ts';
import { openUpdates } from './updates/open.ts';

export const openServices = async (dependencies: {
  readonly options: StartOptions;
  readonly built: string;
  readonly dataFolder: string;
  readonly runtime: string;
  readonly startChild: StartChild;
  /** Resolves when the keychain may be opened: never if the app quits first. */
  readonly opensKeychain: Promise<void>;
  readonly earlyEngine: EarlyEngine;
  readonly describeStart: MainHandlers['shell.info'];
  readonly front: Front;
  readonly isWindowless: boolean;
  readonly choice: ChoiceStore;
  readonly spelling: Pick<Spelling, 'updateLanguages'>;
  readonly showMenu: (menu: CommandInput<'shell.setMenu'>) => void;
}) => {
  const { options, built, dataFolder, startChild, opensKeychain } = dependencies;
  const { front, isWindowless, spelling } = dependencies;
  const notify = (change: Change): void => front.notify('changed', change);
  const log = await openLog(dataFolder, 'main');

  const signIns = createSignIns({
    openKeychain: async () => {
      await opensKeychain;
      return openKeychain({
        service: 'Hearthline',
        account: dataFolder,
        launch: (args) => startChild(join(built, 'keychain.js'), args, 'Hearthline keychain'),
        log,
      });
    },
    openVault: (key) =>
      openVault({ file: join(dataFolder, 'vault.bin'), key, random: randomBytes, log }),
  });
  const engine = createEngineService(dependencies.earlyEngine);
  const askReports = () => engine.query('connection.report');

  const settings = createAppliedSettings(engine, front.getWindow, spelling);
  const { getLanguage } = settings;
  const shared = {
    ...dependencies,
    signIns,
    engine,
    getLanguage,
    notify,
    log,
    random: randomBytes,
    clock: systemClock,
  };

  const notices = createNotices({
    createNotification: (notice) => (Notification.isSupported() ? new Notification(notice) : null),
    open: (leadID) =>
      leadID === null ? front.show() : front.showAndNotify('openLead', { leadID }),
    openReview: (review) => front.showAndNotify('openReview', review),
    reply: (reply) => engine.ask('notices.reply', reply),
    getLanguage,
  });
  engine.events.on('notice', ({ notice, noticeID }) => notices.show(notice, noticeID));
  engine.events.on('withdraw', ({ noticeIDs }) => notices.withdraw(noticeIDs));
  engine.events.on('state', ({ state }) => {
    if (state === 'ready') notices.retryReplies();
  });

  const reachHandlers = openReach(shared);

  const updates = openUpdates({
    ...shared,
    isPackaged: app.isPackaged,
    version: app.getVersion(),
    resources: process.resourcesPath,
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    namedFolder: options.dataFolder,
    onChange: () => notify({ kinds: ['updates'], leadIDs: [] }),
    quit: () => app.quit(),
    releaseLock: () => app.releaseSingleInstanceLock(),
  });
  powerMonitor.on('resume', updates.wake);

  const background = openBackground({
    ...shared,
    imageFolder: join(built, '../../resources/tray'),
    dataFolder: options.dataFolder,
    pause: (length) => void engine.ask('notices.pause', { length }),
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
    ...shared,
    onWake: (listener) => powerMonitor.on('resume', listener),
  });
  const accounts = openAccounts({
    ...shared,
    onStartsPractice: (startsPractice) => void readyLine.setStartsPractice(startsPractice),
    getTeam: team.getHub,
  });

  const files = createFileHandlers({
    ...shared,
    launch: () => startChild(join(built, 'files.js'), [], 'Hearthline files'),
    getWindow: front.getWindow,
    notify: (change) => {
      notify(change);
      if (change.kinds.includes('settings')) void settings.apply();
    },
  });

  const onPainted = (): Promise<void> => {
    void settings.apply().finally(updates.begin);
    return readyLine.handlePaint();
  };
  if (isWindowless) void onPainted();

  const question = { getWindow: front.getWindow, getLanguage };
  const mayQuit = createQuitQuestion({ askReports, ...question, clock: systemClock });
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

  const handlers: MainHandlers = {
    ...accounts.handlers,
    ...background.handlers,
    ...engine.handlers,
    ...files.handlers,
    ...reachHandlers,
    ...team.handlers,
    ...updates.handlers,
    ...createPageHandlers({ ...shared, onPainted }),
  };

  return {
    answer: (command: unknown, input: unknown) =>
      answerCall({ handlers, askEngine: engine.askEncoded, log }, command, input),
    log,
    handleNewWindow: background.handleNewWindow,
    isInTray: background.isInTray,
    askAboutCrashes,
    mayQuit: async () => {
      const may = await mayQuit();
      if (!may) updates.cancelRestart();
      return may;
    },
    openContextMenu: (params: ContextMenuParams): void => {
      const window = front.getWindow();
      if (window !== null) showContextMenu(window, params, getLanguage());
    },
    openProfile: accounts.openProfile,
    signIns,
    /** The profile that the app was started with, or null. */
    startProfile: accounts.startProfile.then((profile) =>
      profile?.ok
        ? { profileID: deriveProfileID(profile.value), profile: toPublicProfile(profile.value) }
        : profile && { error: profile.error },
    ),
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
