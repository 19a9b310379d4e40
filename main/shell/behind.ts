/**
 * What works behind the window: sign-ins, the engine, the practice account, notices, and the answers to
 * what the window asks of main; introduced to each other. It is read and made while the page's process starts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { app, nativeTheme, Notification, powerMonitor } from 'electron';
import { commands, type CommandInput, type CommandOutput } from '../../contract/commands.ts';
import { fail, readAnswer, succeed, type Answer } from '../../contract/errors.ts';
import type { AttachedAccount } from '../../contract/port.ts';
import { pause, systemClock } from '../clock/clock.ts';
import { createConnect } from '../connect/connect.ts';
import { profileIDOf, readProfile, toPublic } from '../connect/profiles.ts';
import { openLog } from '../log/log.ts';
import { openKeychain } from '../vault/keychain.ts';
import { openVault } from '../vault/vault.ts';
import { addToCalendar } from './calendar.ts';
import type { Gate } from './answer-call.ts';
import { createBeginning } from './begin.ts';
import type { Child, StartChild, Way } from './child.ts';
import { showContextMenu, showPageMenu } from './context-menu.ts';
import { createBuiltInProfiles } from './built-in-profiles.ts';
import { connectHandlers, readProfileFile } from './connect-handlers.ts';
import { createCrashQuestion } from './crash-question.ts';
import { checkEngine } from './engine-check.ts';
import { startEngine } from './engine-host.ts';
import { openConsentPage, openLink } from './links.ts';
import { createFileHandlers } from './file-handlers.ts';
import type { Background } from './background/background.ts';
import type { KeptChoice } from './background/choice.ts';
import { openBackground } from './background/open.ts';
import type { Front } from './front.ts';
import { createNotices } from './notices.ts';
import { practisesAtStart, type StartOptions } from './options.ts';
import { createPractice } from './practice.ts';
import { createQuitting } from './quitting.ts';
import { languageOf, type Spelling } from './spelling.ts';
import { savePhoto } from './save-photo.ts';
import { saveReport } from './save-report.ts';
import { createReady } from './ready.ts';
import { openSignIns } from './sign-ins.ts';
import { say } from './terminal.ts';
import { openUpdates } from './updates/open.ts';

export type Behind = Gate & {
  readonly newWindow: Background['newWindow'];
  readonly isInTray: Background['isInTray'];
  /** Whether the app may end: asks where replies would wait. */
  readonly mayQuit: () => Promise<boolean>;
  /** Asks the person how to go on when the page keeps crashing. */
  readonly askAboutCrashes: ReturnType<typeof createCrashQuestion>;
  /** The right mouse button was pressed where the page has no menu of its own. */
  readonly contextMenu: (place: Parameters<typeof showContextMenu>[1]) => void;
  /** Shows what a service profile's file connects with. */
  readonly openProfile: (file: string) => void;
  readonly stop: () => Promise<void>;
};

/** For so long what takes its time waits for the first leads, in milliseconds. */
const longestPaintMs = 1_500;

/** Opens everything; rejects when it cannot. */
export const openBehind = async ({
  options,
  random,
  built,
  dataFolder,
  runtime,
  way,
  startChild,
  launchEngine,
  front,
  isWindowless,
  choice,
  spelling,
  showMenu,
}: {
  readonly options: StartOptions;
  readonly random: (bytes: number) => Buffer;
  /** The folder of the built main process. */
  readonly built: string;
  readonly dataFolder: string;
  /** What the app runs on, for people. */
  readonly runtime: string;
  /** How programs are started, and what starts them. */
  readonly way: Way;
  readonly startChild: StartChild;
  /** Starts the engine with these accounts; null while they are not known. Alone: without the service. */
  readonly launchEngine: (accounts: readonly AttachedAccount[] | null, alone: boolean) => Child;
  readonly front: Front;
  /** There is no window at this start. */
  readonly isWindowless: boolean;
  readonly choice: KeptChoice;
  readonly spelling: Pick<Spelling, 'follow'>;
  /** Shows the window's actions in the native menu. */
  readonly showMenu: (shown: CommandInput<'shell.setMenu'>) => void;
}): Promise<Behind> => {
  const log = await openLog(dataFolder, 'main');
  const { tell, now: ourWindow } = front;

  /** Resolves when the first leads are painted. */
  const { promise: paintedLeads, resolve: painted } = Promise.withResolvers<void>();

  // -- secrets and grants, which nothing else waits for
  const isNew = !['leads.db', 'vault.bin'].some((name) => existsSync(join(dataFolder, name)));
  const signIns = openSignIns({
    openKeychain: async () => {
      if (!isNew) await Promise.race([paintedLeads, pause(systemClock, longestPaintMs)]);
      return openKeychain({
        service: 'Hearthline',
        account: dataFolder,
        launch: (args) => startChild(join(built, 'keychain.js'), args, 'Hearthline keychain'),
        log,
      });
    },
    openVault: (key) => openVault({ file: join(dataFolder, 'vault.bin'), key, random, log }),
    createConnect: (vault) =>
      createConnect({
        vault,
        openBrowser: openConsentPage,
        hasWayBack: app.isPackaged,
        clock: systemClock,
        random,
        log,
        detach: async (accountID) => void (await engine.detach(accountID)),
        forget: (accountID) => engine.forget(accountID),
        onRemoval: () => tell('changed', { kinds: ['connection'], leadIDs: null }),
        onAccount: (account) => {
          engine.account(account);
          if (account.practice && !account.connected) practice.stop();
          tell('changed', { kinds: ['connection'], leadIDs: null });
        },
        onConnecting: (event) => tell('connecting', event),
      }),
  });

  // -- the engine
  const notices = createNotices({
    make: (options) => (Notification.isSupported() ? new Notification(options) : null),
    open: (leadID) => (leadID === null ? front.show() : front.showAnd('openLead', { leadID })),
    openReview: (review) => front.showAnd('openReview', review),
    reply: (reply) => engine.ask('notices.reply', reply),
    language: () => language,
  });
  const check = checkEngine({
    way,
    isPackaged: app.isPackaged,
    isThere: existsSync,
    heapLimit: getHeapStatistics().heap_size_limit,
    clock: systemClock,
    log,
    changed: () => tell('changed', { kinds: ['connection'], leadIDs: null }),
  });
  const engine = startEngine({
    launch: (accounts, alone) => {
      check.launches();
      return launchEngine(accounts, alone);
    },
    accounts: () => signIns.now()?.connect.attachedAccounts() ?? null,
    accessToken: (accountID, rejected) =>
      signIns.ask(({ connect }) => connect.accessToken(accountID, rejected)),
    onReady: check.runs,
    onState: (state) => {
      check.becomes(state);
      tell('engine', state);
      if (state.state !== 'ready') return;
      notices.bring();
      if (!state.alone) signIns.now()?.connect.resumeRemovals();
    },
    onMessage: (message) => {
      if (message.type === 'notice') notices.show(message.notice, message.noticeID);
      else if (message.type === 'withdraw') notices.withdraw(message.noticeIDs);
      else if (message.type === 'badge') background.tell({ needsReply: message.needsReply });
      else if (message.type === 'quiet') background.tell({ quiet: message.quiet });
      else {
        tell('changed', message.change);
        if (message.change.kinds.includes('settings')) void followSettings();
        if (message.change.kinds.includes('connection')) void ready.look();
      }
    },
    clock: systemClock,
    log,
  });
  const askEngine = async <C extends Parameters<typeof engine.ask>[0]>(
    command: C,
  ): Promise<Answer<CommandOutput<C>>> =>
    readAnswer(commands[command].output, await engine.ask(command, {})) as Answer<CommandOutput<C>>;
  const askReports = () => askEngine('connection.report');
  const ready = createReady({
    askReports,
    askCounts: () => askEngine('views.counts'),
  });
  let language = languageOf('system', app.getLocale());
  const followSettings = async (): Promise<void> => {
    const answer = await askEngine('settings.get');
    if (!answer.ok) return;
    const { settings } = answer.value;
    nativeTheme.themeSource = settings.theme;
    ourWindow()?.webContents.setZoomFactor(settings.textSize / 100);
    language = languageOf(settings.language, app.getLocale());
    spelling.follow(language, app.getPreferredSystemLanguages());
    background.speak(language);
    updates.follow(settings.updates);
  };
  powerMonitor.on('resume', engine.wake);
  const updates = openUpdates({
    isPackaged: app.isPackaged,
    version: app.getVersion(),
    resources: process.resourcesPath,
    dataFolder,
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    namedFolder: options.dataFolder,
    changed: () => tell('changed', { kinds: ['updates'], leadIDs: [] }),
    quit: () => app.quit(),
    giveWay: () => app.releaseSingleInstanceLock(),
    clock: systemClock,
    log,
  });
  powerMonitor.on('resume', updates.wake);
  const background = openBackground({
    front,
    choice,
    pictures: join(built, '../../resources/tray'),
    dataFolder: options.dataFolder,
    pause: (length) => void engine.ask('notices.pause', { length }),
    clock: systemClock,
    log,
  });

  // -- with which account to begin
  let given: Promise<Answer<string> | null> =
    options.profileFile === null ? Promise.resolve(null) : readProfileFile(options.profileFile);
  const text = await given;
  const named = text?.ok ? readProfile(text.value) : text;
  if (named?.ok === false) say(`hearthline: ${named.error.message}`);

  const practice = createPractice({
    launch: (args, secrets) =>
      startChild(join(built, 'sandbox.js'), args, 'Hearthline practice', secrets),
    connectTo: (profile, how) => signIns.ask(({ connect }) => connect.connectTo(profile, how)),
    stateFile: join(dataFolder, 'practice.json'),
    log,
  });
  const beginning = signIns.ask(async ({ connect }) => {
    engine.accounts(connect.attachedAccounts());
    tell('changed', { kinds: ['connection'], leadIDs: null });
    connect.leavePractice();
    connect.resumeRemovals();
    const practises = practisesAtStart(options, {
      accounts: connect.accounts().length,
      practice: connect.hasPractice(),
      installed: app.isPackaged,
    });
    void ready.practises(practises);
    return practises ? practice.start() : succeed(null);
  });
  void beginning.then((answer) => {
    if (!answer.ok) say(`hearthline: ${answer.error.message}`);
  });

  if (isWindowless) {
    painted();
    void ready.painted();
    void followSettings().finally(updates.begin);
  }
  const files = createFileHandlers({
    launch: () => startChild(join(built, 'files.js'), [], 'Hearthline files'),
    dataFolder,
    runtime,
    ourWindow,
    engine,
    engineFacts: check.facts,
    settings: () => askEngine('settings.get'),
    language: () => language,
    keychain: () => signIns.now()?.keychain ?? null,
    tell: (change) => {
      tell('changed', change);
      // A backup that was restored has settings too.
      if (change.kinds.includes('settings')) void followSettings();
    },
  });

  const firstScreen = createBeginning({
    isNew,
    practises: practisesAtStart(options, {
      accounts: 0,
      practice: false,
      installed: app.isPackaged,
    }),
    askReports,
    clock: systemClock,
  });

  const mayQuit = createQuitting({
    askReports,
    window: ourWindow,
    language: () => language,
    clock: systemClock,
  });

  const askAboutCrashes = createCrashQuestion({
    saveDiagnostics: async () => {
      await files.handlers['diagnostics.read']({});
      return files.handlers['diagnostics.save']({});
    },
    // The question about waiting replies is asked once for both.
    quit: () => {
      app.quit();
      return mayQuit();
    },
    window: ourWindow,
    language: () => language,
  });

  return {
    askEngine: engine.ask,
    log,
    newWindow: background.newWindow,
    isInTray: background.isInTray,
    askAboutCrashes,
    mayQuit: async () => {
      const may = await mayQuit();
      if (!may) updates.stayed();
      return may;
    },
    handlers: {
      ...background.handlers,
      ...updates.handlers,
      ...connectHandlers({
        ask: signIns.ask,
        window: ourWindow,
        language: () => language,
        given: () => given,
        builtIn: createBuiltInProfiles(
          app.isPackaged
            ? join(process.resourcesPath, 'profiles')
            : join(built, '../../resources/profiles'),
          log,
        ),
      }),
      'connect.practice': practice.start,
      'staging.createLead': (input) => {
        const { state, alone } = { alone: false, ...engine.state() };
        return state === 'ready' && alone
          ? Promise.resolve(fail('service_off', 'Hearthline runs without the marketplace.'))
          : signIns.ask(({ connect }) => connect.createTestLead(input));
      },
      'shell.info': async () => {
        front.listens();
        return succeed({
          version: app.getVersion(),
          runtime,
          platform: process.platform,
          locale: app.getLocale(),
          start: await firstScreen(),
          engine: engine.state(),
          profile:
            named === null
              ? null
              : named.ok
                ? { profileID: profileIDOf(named.value), profile: toPublic(named.value) }
                : { error: named.error },
        });
      },
      'shell.engine': async () => succeed({ problem: check.facts().problem }),
      'shell.restartEngine': async ({ alone }) => {
        engine.restart(alone);
        return succeed({});
      },
      'calendar.add': (event) =>
        addToCalendar(ourWindow(), join(dataFolder, 'calendar'), event, systemClock.now()),
      'photos.save': (photo) => savePhoto(ourWindow(), join(dataFolder, 'photos'), photo),
      'insights.save': (report) => saveReport(ourWindow(), report, language),
      ...files.handlers,
      'shell.openLink': ({ url }) => openLink(url),
      'shell.setMenu': async (shown) => {
        showMenu(shown);
        return succeed({});
      },
      'shell.showMenu': async (menu) => {
        const window = ourWindow();
        return succeed({ chosen: window === null ? null : await showPageMenu(window, menu) });
      },
      'shell.painted': async () => {
        painted();
        void followSettings().finally(updates.begin);
        await ready.painted();
        return succeed({});
      },
    },
    contextMenu: (place) => {
      const window = ourWindow();
      if (window !== null) showContextMenu(window, place, language);
    },
    openProfile: (file) => {
      given = readProfileFile(file);
      front.showAnd('openProfile', {});
    },
    stop: async () => {
      try {
        background.stop();
        check.stop();
        files.stop();
        signIns.now()?.connect.stop();
        await engine.stop();
        practice.stop();
      } finally {
        await updates.end();
      }
    },
  };
};
