/**
 * The app without its window: keychain, vault, connect and the engine's host, combined like in
 * main/shell/services.ts, in a process that can be killed. The campaign talks to it over IPC.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommandInput, CommandsOf } from '../../contract/commands.ts';
import { succeed, type Answer } from '../../contract/errors.ts';
import type { AttachedAccount, ToEngine } from '../../contract/port.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { createConnect } from '../../main/connect/connect.ts';
import { openLog } from '../../main/log/log.ts';
import { createChannelBook } from '../../main/reach/book.ts';
import { createChannels, type Channels } from '../../main/reach/reach.ts';
import type { Child } from '../../main/shell/child.ts';
import { startEngine } from '../../main/shell/engine-host.ts';
import { createSignIns } from '../../main/shell/sign-ins.ts';
import { openKeychain } from '../../main/vault/keychain.ts';
import { openVault, type Vault } from '../../main/vault/vault.ts';
import { resolveProgram, type Program } from '../programs.ts';
import type { FromMain, ToMain } from './line-to-main.ts';

const [dataFolder = '', keychainState = 'ready'] = process.argv.slice(2);

const wrapChild = (child: ChildProcess): Child => {
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    send: (message) => {
      if (child.connected) child.send(message as object, () => undefined);
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void ended.then(listener),
    stdout: child.stdout,
    stderr: child.stderr,
    kill: () => void child.kill('SIGTERM'),
    destroy: () => void child.kill('SIGKILL'),
  };
};
const run = (program: Program, args: readonly string[]): ChildProcess =>
  fork(resolveProgram(program), args, {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

const report = (message: FromMain): void =>
  void process.send?.(message, undefined, {}, () => undefined);

const log = await openLog(dataFolder, 'main');

/** A keychain that never answers. */
const startLockedKeychain = (): ChildProcess =>
  spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Business to choose on the page of a legacy service, by its origin. */
const businessOf = new Map<string, string>();

/** Consents on the page that the browser would show. */
const consent = async (address: string): Promise<void> => {
  const page = new URL(address);
  const form = new URLSearchParams({ decision: 'allow' });
  const businessID = businessOf.get(page.origin);
  if (businessID !== undefined) form.set('businessID', businessID);
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  const back = answer.headers.get('location');
  if (back === null) throw new Error(`the consent page answered ${answer.status}`);
  await fetch(back, { redirect: 'manual' });
};

const signIns = createSignIns({
  openKeychain: () =>
    openKeychain({
      service: 'Hearthline',
      account: dataFolder,
      launch: (args) =>
        wrapChild(
          keychainState === 'locked'
            ? startLockedKeychain()
            : run('main/vault/keychain-process.ts', args),
        ),
      ...(keychainState === 'locked' ? { patience: 4_000 } : {}),
      log,
    }),
  openVault: (key) =>
    openVault({ file: join(dataFolder, 'vault.bin'), key, random: randomBytes, log }),
});

const launchEngine = (accounts: readonly AttachedAccount[] | null): Child => {
  const child = run('main/engine/process.ts', []);
  report({ type: 'engine', pid: child.pid ?? 0 });
  const own = wrapChild(child);
  own.send({ type: 'start', dataFolder, accounts } satisfies ToEngine);
  return own;
};
const attachChannels = (): void =>
  void signIns.runWhenOpen(({ vault }) => {
    engine.send({ type: 'channels', channels: createChannelBook(vault).listAttached() });
    return succeed({});
  });
const openChannels = (vault: Vault): Channels =>
  createChannels({ book: createChannelBook(vault), fetch, clock: systemClock });
const engine = startEngine({
  launch: launchEngine,
  listAccounts: () => signIns.getOpened()?.connect.listAttachedAccounts() ?? null,
  getAccessToken: (accountID, rejected) =>
    signIns.runWhenOpen(({ connect }) => connect.getAccessToken(accountID, rejected)),
  onReady: () => undefined,
  onState: ({ state }) => {
    report({ type: 'state', state });
    if (state === 'ready') attachChannels();
  },
  onMessage: (message) => {
    if (message.type !== 'reach') return;
    const { id, channelID, message: news } = message;
    void signIns
      .runWhenOpen(async ({ vault }) => succeed(await openChannels(vault).send(channelID, news)))
      .then((sent) =>
        engine.send({
          type: 'reached',
          id,
          outcome: sent.ok
            ? sent.value
            : { ok: false, failure: { what: 'unreachable' }, retryAfter: null },
        }),
      );
  },
  clock: systemClock,
  log,
});
signIns.open((vault) =>
  createConnect({
    opensAppLinks: false,
    vault,
    openBrowser: consent,
    clock: systemClock,
    random: randomBytes,
    log,
    detach: async (accountID) => void (await engine.detach(accountID)),
    forget: (accountID) => engine.forget(accountID),
    onRemoval: () => undefined,
    onAccount: (account) => engine.send({ type: 'account', account }),
    onConnecting: () => undefined,
  }),
);
void signIns.runWhenOpen(({ connect }) => {
  engine.send({ type: 'accounts', accounts: connect.listAttachedAccounts() });
  report({ type: 'signedIn' });
  return succeed({});
});

const answer = async (message: ToMain): Promise<Answer<unknown>> => {
  switch (message.type) {
    case 'invoke':
      if (message.command === 'reach.save')
        return signIns.runWhenOpen(({ vault }) => {
          const saved = openChannels(vault).save(message.input as CommandInput<'reach.save'>);
          attachChannels();
          return saved;
        });
      return engine.ask(message.command as CommandsOf<'engine'>, message.input);
    case 'connect': {
      const { profile, businessID } = message;
      const page = new URL(profile.authorizeUrl ?? profile.connectUrl ?? profile.baseUrl);
      if (businessID !== null) businessOf.set(page.origin, businessID);
      return signIns.runWhenOpen(({ connect }) =>
        connect.connectTo(profile, { practice: false, openBrowser: consent }),
      );
    }
    case 'accounts':
      return signIns.runWhenOpen(({ connect }) => succeed(connect.listAccounts()));
    case 'restartEngine':
      engine.restart(false);
      return succeed({});
    case 'stop':
      await engine.stop();
      return succeed({});
  }
};
process.on('message', (raw) => {
  const message = raw as ToMain;
  void answer(message).then(async (result) => {
    report({ type: 'answer', id: message.id, answer: result });
    if (message.type === 'stop') process.disconnect();
  });
});
process.on('disconnect', () => process.exit(0));
