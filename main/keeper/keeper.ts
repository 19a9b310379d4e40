/** The keeper: a team's member that never sleeps, with the same engine under plain Node and without a window. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TeamStatus } from '../../contract/commands/team.ts';
import { systemClock } from '../clock/clock.ts';
import { createConnect } from '../connect/connect.ts';
import type { Log } from '../log/log.ts';
import { startEngine, type EngineLaunch } from '../shell/engine-host.ts';
import type { EngineService } from '../shell/engine-service.ts';
import { createSignIns } from '../shell/sign-ins.ts';
import { openTeamService } from '../shell/team-service.ts';
import { openVault } from '../vault/vault.ts';

const keyBytes = 32;

/** Reads or creates the vault's key: a file, because a server has no keychain. Throws if others can read it. */
const readOrCreateKey = (folder: string, random: (bytes: number) => Buffer): Buffer => {
  const file = join(folder, 'key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file))
    writeFileSync(file, random(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx' });
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others; run: chmod 600 ${file}`);
  const key = Buffer.from(readFileSync(file, 'latin1'), 'base64');
  if (key.length !== keyBytes) throw new Error(`${file} is no key file of a keeper`);
  return key;
};

/** Starts a keeper with its data in `folder`. Throws if the key file cannot be used. */
export const startKeeper = (dependencies: {
  readonly folder: string;
  readonly launch: EngineLaunch;
  readonly random: (bytes: number) => Buffer;
  readonly onChange: () => void;
  /** Called when the engine has exited too often to be restarted, or refuses to run. */
  readonly onEngineStopped: () => void;
  readonly log: Log;
}) => {
  const { folder, launch, random, onChange, onEngineStopped, log } = dependencies;
  const key = readOrCreateKey(folder, random);
  const events: EngineService['events'] = new EventEmitter();
  const signIns = createSignIns({
    openKeychain: async () => ({ state: 'ready', key }),
    openVault: () => openVault({ file: join(folder, 'vault.bin'), key, random, log }),
  });
  const engine = startEngine({
    launch,
    listAccounts: () => signIns.getOpened()?.connect.listAttachedAccounts() ?? null,
    getAccessToken: (accountID, rejected) =>
      signIns.runWhenOpen(({ connect }) => connect.getAccessToken(accountID, rejected)),
    onReady: () => undefined,
    onState: (state) => events.emit('state', state),
    onMessage: (message) => (events as EventEmitter).emit(message.type, message),
    clock: systemClock,
    log,
  });
  const team = openTeamService({
    signIns,
    engine: { ...engine, events },
    notify: ({ kinds }) => {
      if (kinds.includes('team')) onChange();
    },
    onWake: () => undefined,
    random,
    log,
    isKeeper: true,
  });
  signIns.open((vault) =>
    createConnect({
      vault,
      // Owners connect accounts on their desktops.
      openBrowser: () => Promise.reject(new Error('A keeper has no browser.')),
      opensAppLinks: false,
      clock: systemClock,
      random,
      log,
      team: team.getHub,
      detach: async (accountID) => void (await engine.detach(accountID)),
      forget: engine.forget,
      onRemoval: () => undefined,
      onAccount: (account) => engine.send({ type: 'account', account }),
      onConnecting: () => undefined,
    }),
  );
  events.on('state', ({ state }) => {
    if (state === 'ready') signIns.getOpened()?.connect.resumeRemovals();
    if (state === 'stopped') onEngineStopped();
  });
  void signIns.runWhenOpen(({ connect }) => {
    engine.send({ type: 'accounts', accounts: connect.listAttachedAccounts() });
    return { ok: true, value: {} };
  });
  return {
    /** Uses an invitation; an owner then compares the digits of the status. Errors: see `team.join`. */
    join: (invitation: string) => team.handlers['team.join']({ invitation }),
    getStatus: async (): Promise<TeamStatus> => {
      const answer = await team.handlers['team.status']({});
      return answer.ok ? answer.value.team : { state: 'none', refusal: null };
    },
    stop: async (): Promise<void> => {
      team.stop();
      signIns.getOpened()?.connect.stop();
      await engine.stop();
    },
  };
};
