/**
 * The composition root of the main process: opens the vault, the engine and the window, introduces
 * them to each other, and takes them down again in order.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, nativeTheme, powerMonitor, session, type BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { PublicProfile } from '../../contract/profile.ts';
import type { AccountID, ConnectionReport, LeadID, Settings } from '../../contract/records.ts';
import { systemClock } from '../connect/clock.ts';
import { createConnect } from '../connect/connect.ts';
import { createLog } from '../log.ts';
import { openKeychain } from '../vault/keychain.ts';
import { openVault } from '../vault/vault.ts';
import { serveApp } from './app-protocol.ts';
import { startChild } from './child.ts';
import { startEngine } from './engine-host.ts';
import type { MainHandlers } from './answer-call.ts';
import { openGate, tellWindow } from './ipc.ts';
import { openConsentPage, openLink } from './links.ts';
import { lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { createNotices } from './notices.ts';
import type { StartOptions } from './options.ts';
import {
  consentWithoutBrowser,
  practiceArguments,
  startSandbox,
  type Sandbox,
} from './practice.ts';
import { readyLine, say } from './terminal.ts';
import { openWindow } from './window.ts';
import { readWindowState } from './window-state.ts';

type Arguments = {
  readonly options: StartOptions;
  readonly random: (bytes: number) => Buffer;
  /** The folder of the built main process. */
  readonly built: string;
};

export const runApp = async ({ options, random, built }: Arguments): Promise<void> => {
  const dataFolder = app.getPath('userData');
  const log = createLog(join(app.getPath('logs'), 'main.log'));
  const resources = join(built, '../../resources');
  let window: BrowserWindow | null = null;

  const tell = <E extends EventName>(event: E, payload: EventPayload<E>): void =>
    tellWindow(window, event, payload);
  const show = (): void => {
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  // -- secrets and grants
  const keychain = await openKeychain({ service: 'Hearthline', account: dataFolder, log });
  const vault = openVault({ file: join(dataFolder, 'vault.bin'), key: keychain.key, random, log });
  if (!vault.ok) throw new Error(vault.error.message);
  const connect = createConnect({
    vault: vault.value,
    keychain: keychain.state,
    openBrowser: openConsentPage,
    clock: systemClock,
    random,
    log,
    detach: async (accountID) => void (await engine.detach(accountID)),
    onAccount: (account) => {
      engine.account(account);
      tell('changed', { kinds: ['connection'], leadIDs: null });
    },
    onConnecting: (event) => tell('connecting', event),
  });

  // -- the engine
  const showNotice = createNotices((leadID: LeadID | null) => {
    show();
    if (leadID !== null) tell('openLead', { leadID });
  });
  const engine = startEngine({
    launch: () => startChild(join(built, 'engine.js'), [], 'Hearthline engine'),
    dataFolder,
    accounts: connect.attachedAccounts,
    accessToken: connect.accessToken,
    onState: (state) => tell('engine', state),
    onMessage: (message) => {
      if (message.type === 'notice') showNotice(message.notice);
      else if (message.type === 'badge') app.setBadgeCount(message.needsReply);
      else {
        tell('changed', message.change);
        if (message.change.kinds.includes('settings')) void followTheme();
        if (message.change.kinds.includes('connection')) void sayReady();
      }
    },
    log,
  });
  const followTheme = async (): Promise<void> => {
    const answer = (await engine.ask('settings.get', {})) as Answer<{ settings: Settings }>;
    if (answer.ok) nativeTheme.themeSource = answer.value.settings.theme;
  };

  // -- the practice account
  let sandbox: Sandbox | null = null;
  let practising: Promise<Answer<{ accountID: AccountID }>> | null = null;
  const practise = async (): Promise<Answer<{ accountID: AccountID }>> => {
    const stateFile = join(dataFolder, 'practice.json');
    const started = await startSandbox(
      () =>
        startChild(join(built, 'sandbox.js'), practiceArguments(stateFile), 'Hearthline practice'),
      log,
    );
    if (!started.ok) return started;
    sandbox = started.value;
    say(`hearthline: practice service at ${sandbox.profile.baseUrl}`);
    const connected = await connect.connectTo(sandbox.profile, {
      practice: true,
      openBrowser: consentWithoutBrowser,
    });
    return connected.ok ? succeed({ accountID: connected.value }) : connected;
  };
  const practiseOnce = async (): Promise<Answer<{ accountID: AccountID }>> => {
    practising ??= practise();
    const answer = await practising;
    if (!answer.ok) practising = null;
    return answer;
  };

  // -- the profile that the command line named
  const readProfileFile = async (
    file: string,
  ): Promise<Answer<{ profileID: string; profile: PublicProfile }>> => {
    try {
      return connect.importProfile(await readFile(file, 'utf8'));
    } catch {
      return fail('profile_unreadable', 'The profile file cannot be read.');
    }
  };
  const named = options.profileFile === null ? null : await readProfileFile(options.profileFile);

  // -- what the window may call
  const hasAccounts = connect.attachedAccounts().length > 0;
  const practiceWanted =
    !options.welcome &&
    named === null &&
    (connect.hasPractice() || (!hasAccounts && !app.isPackaged));
  const handlers: MainHandlers = {
    'connect.accounts': async () =>
      succeed({ accounts: [...connect.accounts()], keychain: keychain.state }),
    'connect.chooseProfile': async () => {
      const options = {
        properties: ['openFile' as const],
        filters: [{ name: 'Service profile', extensions: ['json'] }],
      };
      const { filePaths } = await (window
        ? dialog.showOpenDialog(window, options)
        : dialog.showOpenDialog(options));
      return filePaths[0] === undefined ? succeed(null) : readProfileFile(filePaths[0]);
    },
    'connect.readProfile': async ({ json }) => connect.importProfile(json),
    'connect.start': connect.start,
    'connect.cancel': async ({ attemptID }) => connect.cancel(attemptID),
    'connect.paste': connect.paste,
    'connect.disconnect': ({ accountID }) => connect.disconnect(accountID),
    'connect.practice': practiseOnce,
    'shell.info': async () =>
      succeed({
        version: app.getVersion(),
        runtime: `Electron ${process.versions['electron'] ?? ''}`,
        platform: process.platform,
        locale: app.getLocale(),
        start: hasAccounts || practiceWanted ? 'inbox' : 'welcome',
        profile: named === null ? null : named.ok ? named.value : { error: named.error },
      }),
    'shell.openLink': ({ url }) => openLink(url),
    'shell.painted': async () => {
      painted = true;
      await sayReady();
      return succeed({});
    },
  };

  // -- the line that says that it works: once, when leads are painted and the practice leads are in
  let painted = false;
  let saidReady = false;
  const sayReady = async (): Promise<void> => {
    if (!painted || saidReady) return;
    if (practiceWanted) {
      const answer = (await engine.ask('connection.report', {})) as Answer<{
        reports: readonly ConnectionReport[];
      }>;
      const first = answer.ok ? answer.value.reports[0] : undefined;
      if (first?.backfill.state !== 'done' && first?.backfill.state !== 'impossible') return;
    }
    const counted = (await engine.ask('views.counts', {})) as Answer<CommandOutput<'views.counts'>>;
    if (!counted.ok || saidReady) return;
    saidReady = true;
    const { all, needs_reply } = counted.value.counts;
    say(readyLine({ leads: all, needsReply: needs_reply }));
  };

  // -- the window
  nativeTheme.themeSource = readWindowState(join(dataFolder, 'window.json')).theme;
  setMenu(!app.isPackaged);
  lockSession(session.defaultSession);
  serveApp(session.defaultSession, join(built, '../renderer'));
  openGate({ handlers, askEngine: engine.ask, log }, () => window);
  const open = (): void => {
    window = openWindow({
      preload: join(built, '../preload/index.cjs'),
      stateFile: join(dataFolder, 'window.json'),
      icon: join(resources, 'icon.png'),
      developing: !app.isPackaged,
    });
    window.once('closed', () => (window = null));
  };
  open();

  say(
    `hearthline: ${process.env['HEARTHLINE_RUNTIME'] ?? `Electron ${process.versions['electron'] ?? ''}`}`,
  );
  say(`hearthline: data in ${dataFolder}`);
  if (named !== null && !named.ok) say(`hearthline: ${named.error.message}`);
  if (practiceWanted) {
    void practiseOnce().then((answer) => {
      if (!answer.ok) say(`hearthline: practice is not possible: ${answer.error.message}`);
    });
  }
  powerMonitor.on('resume', engine.wake);

  // -- the end
  app.on('second-instance', show);
  app.on('activate', () => (window ? show() : open()));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    ended = true;
    connect.stop();
    void engine.stop().then(() => {
      sandbox?.stop();
      app.exit(0);
    });
  });
};
