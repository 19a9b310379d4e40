/** The keepers of this computer: each has a folder, and its program runs while the hub does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInvitation } from '../contract/team/desk.ts';
import { keeperState, type KeeperState } from '../contract/team/keeper.ts';
import { createBackoff } from '../main/clock/backoff.ts';
import { pause, type Clock } from '../main/clock/clock.ts';
import { parseJSON } from '../main/http/json.ts';
import type { Log } from '../main/log/log.ts';

/** Milliseconds between looks for new folders. */
const lookMs = 2_000;
const restartDelay = createBackoff({ first: 1_000, max: 5 * 60_000, jitter: 0.1 });
/** A keeper that ran longer is restarted after the first delay. */
const healthyMs = 60_000;
/** Milliseconds within which the hub's program must have started a new keeper. */
const startMs = 30_000;
const lookAgainMs = 300;

const listFolders = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

/** The last state that a keeper wrote; null before the first. */
const readState = (keeper: string): KeeperState | null => {
  try {
    const text = readFileSync(join(keeper, 'state.json'), 'utf8');
    return keeperState.safeParse(parseJSON(text)).data ?? null;
  } catch {
    return null;
  }
};

/**
 * Creates the folder of a keeper for an invitation's team, and waits until an owner has confirmed the keeper. The
 * hub's program, which must be running, starts it.
 * @param say prints a line
 * @returns why it could not join; null if it did
 */
export const inviteKeeper = async (
  folder: string,
  text: string,
  clock: Clock,
  say: (line: string) => void,
): Promise<string | null> => {
  const invitation = parseInvitation(text);
  if (invitation === null) return 'this is no invitation';
  const keeper = join(folder, invitation.team);
  if (readState(keeper)?.state === 'member') return 'this team has its keeper already';
  mkdirSync(keeper, { recursive: true, mode: 0o700 });
  const file = join(keeper, 'invitation');
  rmSync(join(keeper, 'state.json'), { force: true });
  writeFileSync(file, text, { mode: 0o600 });
  let shown = '';
  for (const began = clock.steady(); ; await pause(clock, lookAgainMs)) {
    const state = readState(keeper);
    if (state === null && clock.steady() - began > startMs)
      return "no keeper started: does the hub's program run, with this folder in `keepers`?";
    if (state?.state === 'member') return null;
    // Until the keeper has used the invitation, it may report the end of an earlier membership.
    if (state?.state === 'none' && !existsSync(file))
      return `the keeper could not join (${state.why ?? 'unknown'})`;
    if (state?.state !== 'joining' || state.digits === shown) continue;
    shown = state.digits;
    say(`an owner compares these digits and confirms: ${shown}`);
  }
};

export type Keepers = { readonly stop: () => Promise<void> };

/** Runs a keeper for each folder in `folder`, also for folders that are created later. */
export const startKeepers = (dependencies: {
  readonly folder: string;
  /** The keeper's program. */
  readonly program: string;
  /** File with the log servers' certificate authority, unless it is a public one. */
  readonly ca?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): Keepers => {
  const { folder, program, ca, clock, log } = dependencies;
  /** Keepers that run or wait for their next start. */
  const kept = new Set<string>();
  const children = new Set<ChildProcess>();
  let isStopped = false;
  let cancelLook = (): void => undefined;

  /** Resolves with its exit code. Throws if it cannot be started: without free processes or memory. */
  const run = async (name: string): Promise<number | null> => {
    const child = spawn(process.execPath, [program, join(folder, name)], {
      env: { ...process.env, ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }) },
      // It exits when its input closes, so that it does not outlive a killed hub.
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    children.add(child);
    child.once('spawn', () => log.info({ keeper: name }, 'a keeper starts'));
    child.stderr?.on('data', (data: Buffer) => {
      const text = data.toString('utf8').slice(0, 500);
      log.warn({ keeper: name, text }, 'a keeper wrote an error');
    });
    try {
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    } finally {
      children.delete(child);
    }
  };

  /** Starts a keeper again whenever it ends or cannot be started, while its folder exists. */
  const keep = async (name: string): Promise<void> => {
    kept.add(name);
    for (let failures = 0; !isStopped && listFolders(folder).includes(name);) {
      const began = clock.steady();
      try {
        const code = await run(name);
        if (!isStopped) log.error({ keeper: name, code }, 'a keeper ended and is started again');
      } catch (err) {
        log.error({ err, keeper: name }, 'a keeper could not be started');
      }
      failures = clock.steady() - began > healthyMs ? 1 : failures + 1;
      if (!isStopped) await pause(clock, restartDelay(failures, Math.random));
    }
    kept.delete(name);
  };

  const look = (): void => {
    for (const name of listFolders(folder)) if (!kept.has(name)) void keep(name);
    cancelLook = clock.after(lookMs, look);
  };
  look();

  return {
    stop: async () => {
      isStopped = true;
      cancelLook();
      const stopChild = async (child: ChildProcess): Promise<void> => {
        const ended = once(child, 'exit').catch(() => undefined);
        child.kill('SIGTERM');
        const cancelKill = clock.after(10_000, () => child.kill('SIGKILL'));
        await ended;
        cancelKill();
      };
      await Promise.all([...children].map(stopChild));
    },
  };
};
