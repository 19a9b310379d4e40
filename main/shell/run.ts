/**
 * The composition root of the main process: shows the window, opens what works behind it, introduces
 * everybody to each other, and takes all of it down again in order.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, nativeTheme, powerMonitor, session, type BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { PublicProfile } from '../../contract/profile.ts';
import type { LeadID } from '../../contract/records.ts';
import { systemClock } from '../clock/clock.ts';
import { createConnect } from '../connect/connect.ts';
import { openLog } from '../log/log.ts';
import { openKeychain } from '../vault/keychain.ts';
import { openVault } from '../vault/vault.ts';
import type { Gate } from './answer-call.ts';
import { serveApp } from './app-protocol.ts';
import { startChild } from './child.ts';
import { startEngine } from './engine-host.ts';
import { openGate, tellWindow } from './ipc.ts';
import { openConsentPage, openLink } from './links.ts';
import { lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { createNotices } from './notices.ts';
import { practisesAtStart, type StartOptions } from './options.ts';
import { createPractice } from './practice.ts';
import { readyLine, say } from './terminal.ts';
import { openWindow } from './window.ts';
import { readWindowState } from './window-state.ts';

type Arguments = {
  readonly options: StartOptions;
  readonly random: (bytes: number) => Buffer;
  /** The folder of the built main process. */
  readonly built: string;
};

type Behind = Gate & { readonly stop: () => Promise<void> };

/** Runs the app until it quits. */
export const runApp = ({ options, random, built }: Arguments): void => {
  const dataFolder = app.getPath('userData');
  const runtime = `Electron ${process.versions['electron'] ?? ''}`;
  say(`hearthline: ${process.env['HEARTHLINE_RUNTIME'] ?? runtime}`);
  say(`hearthline: data in ${dataFolder}`);

  let window: BrowserWindow | null = null;
  const stateFile = join(dataFolder, 'window.json');
  const tell = <E extends EventName>(event: E, payload: EventPayload<E>): void =>
    tellWindow(window, event, payload);
  const open = (): void => {
    window = openWindow({
      preload: join(built, '../preload/index.cjs'),
      stateFile,
      icon: join(built, '../../resources/icon.png'),
      developing: !app.isPackaged,
    });
    window.once('closed', () => (window = null));
  };
  const show = (): void => {
    if (!window) open();
    else if (window.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  };

  const openBehind = async (): Promise<Behind> => {
    const log = await openLog(dataFolder, 'main');

    // -- secrets and grants
    const keychain = await openKeychain({
      service: 'Hearthline',
      account: dataFolder,
      launch: (args) => startChild(join(built, 'keychain.js'), args, 'Hearthline keychain'),
      log,
    });
    const vault = openVault({
      file: join(dataFolder, 'vault.bin'),
      key: keychain.key,
      random,
      log,
    });
    if (!vault.ok) throw new Error(vault.error.message);
    const connect = createConnect({
      vault: vault.value,
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
    const askEngine = async <C extends Parameters<typeof engine.ask>[0]>(
      command: C,
    ): Promise<CommandOutput<C> | null> => {
      const answer = (await engine.ask(command, {})) as Answer<CommandOutput<C>>;
      return answer.ok ? answer.value : null;
    };
    const followTheme = async (): Promise<void> => {
      const answer = await askEngine('settings.get');
      if (answer) nativeTheme.themeSource = answer.settings.theme;
    };
    powerMonitor.on('resume', engine.wake);

    // -- with which account to begin
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
    if (named !== null && !named.ok) say(`hearthline: ${named.error.message}`);

    const practice = createPractice({
      launch: (args, secrets) =>
        startChild(join(built, 'sandbox.js'), args, 'Hearthline practice', secrets),
      connectTo: connect.connectTo,
      stateFile: join(dataFolder, 'practice.json'),
      log,
    });
    const accounts = connect.accounts();
    const practises = practisesAtStart(options, {
      accounts: accounts.length,
      practice: connect.hasPractice(),
      installed: app.isPackaged,
    });
    if (practises) {
      void practice.start().then((answer) => {
        if (!answer.ok) say(`hearthline: practising is not possible: ${answer.error.message}`);
      });
    }
    /** Leads are readable also when the sign-ins could not be kept. */
    const beginsInInbox = async (): Promise<boolean> =>
      accounts.length > 0 ||
      practises ||
      (!options.welcome &&
        named === null &&
        ((await askEngine('views.counts'))?.counts.all ?? 0) > 0);

    // -- the line that says that it works: once, when leads are painted and the practice ones are in
    let painted = false;
    let saidReady = false;
    const sayReady = async (): Promise<void> => {
      if (!painted || saidReady) return;
      if (practises) {
        const reports = (await askEngine('connection.report'))?.reports ?? [];
        if (!reports.some(({ backfill }) => backfill.state === 'done')) return;
      }
      const answer = await askEngine('views.counts');
      if (!answer || saidReady) return;
      saidReady = true;
      say(readyLine({ leads: answer.counts.all, needsReply: answer.counts.needs_reply }));
    };

    return {
      askEngine: engine.ask,
      log,
      handlers: {
        'connect.accounts': async () =>
          succeed({
            accounts: [...connect.accounts()],
            keychain: vault.value.setAside ? 'replaced' : keychain.state,
          }),
        'connect.chooseProfile': async () => {
          const question = {
            properties: ['openFile' as const],
            filters: [{ name: 'Service profile', extensions: ['json'] }],
          };
          const { filePaths } = await (window
            ? dialog.showOpenDialog(window, question)
            : dialog.showOpenDialog(question));
          return filePaths[0] === undefined ? succeed(null) : readProfileFile(filePaths[0]);
        },
        'connect.readProfile': async ({ json }) => connect.importProfile(json),
        'connect.start': connect.start,
        'connect.cancel': async ({ attemptID }) => connect.cancel(attemptID),
        'connect.paste': connect.paste,
        'connect.disconnect': ({ accountID }) => connect.disconnect(accountID),
        'connect.practice': practice.start,
        'staging.createLead': connect.createTestLead,
        'shell.info': async () =>
          succeed({
            version: app.getVersion(),
            runtime,
            platform: process.platform,
            locale: app.getLocale(),
            start: (await beginsInInbox()) ? 'inbox' : 'welcome',
            profile: named === null ? null : named.ok ? named.value : { error: named.error },
          }),
        'shell.openLink': ({ url }) => openLink(url),
        'shell.painted': async () => {
          painted = true;
          await sayReady();
          return succeed({});
        },
      },
      stop: async () => {
        connect.stop();
        await engine.stop();
        practice.stop();
      },
    };
  };

  nativeTheme.themeSource = readWindowState(stateFile).theme;
  setMenu(!app.isPackaged);
  lockSession(session.defaultSession);
  serveApp(session.defaultSession, join(built, '../renderer'));
  const behind = openBehind();
  openGate(behind, () => window);
  open();

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    ended = true;
    void behind.then(({ stop }) => stop()).finally(() => app.exit(0));
  });
  behind.catch((error: unknown) => {
    say(`hearthline: cannot start: ${error instanceof Error ? error.message : 'unknown'}`);
    app.exit(1);
  });
};
