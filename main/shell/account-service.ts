/** Handlers of `connect.*` and `staging.createLead`, which wait for the vault, and the practice account. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { systemClock } from '../clock/clock.ts';
import { createConnect } from '../connect/connect.ts';
import type { TeamHub } from '../connect/hub-requests.ts';
import { parseProfile } from '../connect/profiles.ts';
import type { Log } from '../log/log.ts';
import { defineMainHandlers } from './answer-call.ts';
import { askWhichFile } from './dialogs.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import { createBuiltInProfiles } from './built-in-profiles.ts';
import type { StartChild } from './child.ts';
import type { EngineService } from './engine-service.ts';
import type { Front } from './front.ts';
import { openConsentPage, showConsentPage } from './links.ts';
import { shouldStartPractice, type StartOptions } from './options.ts';
import { createPractice } from './practice.ts';
import type { SignIns } from './sign-ins.ts';
import { printLine } from './terminal.ts';

const readProfileFile = async (file: string): Promise<Answer<string>> => {
  try {
    return succeed(await readFile(file, 'utf8'));
  } catch {
    return fail('profile_unreadable', 'The profile file cannot be read.');
  }
};

/** Starts opening the vault; `onStartsPractice` receives true if this start opens the practice account. */
export const openAccounts = (dependencies: {
  readonly signIns: SignIns;
  readonly engine: EngineService;
  readonly front: Front;
  readonly options: StartOptions;
  readonly built: string;
  readonly dataFolder: string;
  readonly startChild: StartChild;
  readonly getLanguage: () => AppLanguage;
  readonly random: (bytes: number) => Buffer;
  readonly onStartsPractice: (startsPractice: boolean) => void;
  readonly getTeam: () => TeamHub | null;
  readonly log: Log;
}) => {
  const { signIns, engine, front, options, built, dataFolder } = dependencies;
  const { startChild, getLanguage, random, onStartsPractice, getTeam, log } = dependencies;
  const { runWhenOpen } = signIns;
  const notifyChange = (): void =>
    front.notify('changed', { kinds: ['connection'], leadIDs: null });

  const practice = createPractice({
    launch: (args, secrets) =>
      startChild(join(built, 'sandbox.js'), args, 'Hearthline practice', secrets),
    connectTo: (profile, how) => runWhenOpen(({ connect }) => connect.connectTo(profile, how)),
    stateFile: join(dataFolder, 'practice.json'),
    log,
  });
  signIns.open((vault) =>
    createConnect({
      vault,
      openBrowser: openConsentPage,
      opensAppLinks: app.isPackaged,
      clock: systemClock,
      random,
      log,
      team: getTeam,
      detach: async (accountID) => void (await engine.detach(accountID)),
      forget: engine.forget,
      onRemoval: notifyChange,
      onAccount: (account) => {
        engine.send({ type: 'account', account });
        if (account.practice && !account.connected) practice.stop();
        notifyChange();
      },
      onConnecting: (event) => front.notify('connecting', event),
    }),
  );
  engine.events.on('state', (state) => {
    if (state.state === 'ready' && !state.isAlone) signIns.getOpened()?.connect.resumeRemovals();
  });

  const started = runWhenOpen(async ({ connect }) => {
    engine.send({ type: 'accounts', accounts: connect.listAttachedAccounts() });
    notifyChange();
    connect.leavePractice();
    connect.resumeRemovals();
    const startsPractice = shouldStartPractice(options, {
      accounts: connect.listAccounts().length,
      hasPractice: connect.hasPractice(),
      isInstalled: app.isPackaged,
    });
    onStartsPractice(startsPractice);
    return startsPractice ? practice.start() : succeed(null);
  });
  const printFailure = (answer: Answer<unknown> | null): void => {
    if (answer?.ok === false) printLine(`hearthline: ${answer.error.message}`);
  };
  void started.then(printFailure);

  let profileText: Promise<Answer<string> | null> =
    options.profileFile === null ? Promise.resolve(null) : readProfileFile(options.profileFile);
  const startProfile = profileText.then((text) => (text?.ok ? parseProfile(text.value) : text));
  void startProfile.then(printFailure);

  const builtIn = createBuiltInProfiles(
    app.isPackaged
      ? join(process.resourcesPath, 'profiles')
      : join(built, '../../resources/profiles'),
    log,
  );
  const importProfile = (text: Answer<string>) =>
    text.ok ? runWhenOpen(({ connect }) => connect.importProfile(text.value)) : text;

  return {
    startProfile,
    /** Shows a profile file in the page, which asks before connecting. */
    openProfile: (file: string): void => {
      profileText = readProfileFile(file);
      front.showAndNotify('openProfile', {});
    },
    stopSigningIn: () => signIns.getOpened()?.connect.stop(),
    /** Call after the engine's last requests, which may go to the practice service. */
    stopPractice: practice.stop,
    handlers: defineMainHandlers({
      'connect.accounts': () =>
        runWhenOpen(({ connect, keychain }) =>
          succeed({ accounts: [...connect.listAccounts()], keychain }),
        ),
      'connect.chooseProfile': async () => {
        const name = desktopWords[getLanguage()].profileFile;
        const file = await askWhichFile(front.getWindow(), [
          { name, extensions: ['hearthline', 'json'] },
        ]);
        return file === null ? succeed(null) : importProfile(await readProfileFile(file));
      },
      'connect.readProfile': async ({ json }) => importProfile(succeed(json)),
      'connect.openedProfile': async () => {
        const text = await profileText;
        return text === null ? succeed(null) : importProfile(text);
      },
      'connect.builtInProfiles': async () => succeed({ profiles: [...(await builtIn.list())] }),
      'connect.builtInProfile': async ({ file }) => importProfile(await builtIn.read(file)),
      'connect.replaceProfile': ({ profileID }) =>
        runWhenOpen(({ connect }) => connect.replaceProfile(profileID)),
      'connect.start': (input) => runWhenOpen(({ connect }) => connect.start(input)),
      'connect.cancel': ({ attemptID }) => runWhenOpen(({ connect }) => connect.cancel(attemptID)),
      'connect.show': (input) => runWhenOpen(({ connect }) => showConsentPage(connect, input)),
      'connect.paste': (input) => runWhenOpen(({ connect }) => connect.paste(input)),
      'connect.disconnect': ({ accountID }) =>
        runWhenOpen(({ connect }) => connect.disconnect(accountID)),
      'connect.remove': ({ accountID }) => runWhenOpen(({ connect }) => connect.remove(accountID)),
      'connect.practice': practice.start,
      'staging.createLead': async (input) => {
        const state = engine.getState();
        return state.state === 'ready' && state.isAlone
          ? fail('service_off', 'Hearthline runs without the marketplace.')
          : runWhenOpen(({ connect }) => connect.createTestLead(input));
      },
    }),
  };
};
