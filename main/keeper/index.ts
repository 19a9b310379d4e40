/**
 * The keeper's program: `keeper FOLDER`. A file `invitation` in the folder brings it into a team, also later. It writes
 * `state.json` for the hub's program: the digits that an owner compares, then whether it is a member.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToEngine } from '../../contract/port.ts';
import type { KeeperState } from '../../contract/team/keeper.ts';
import { systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { nodeStarter } from '../shell/node-child.ts';
import { startKeeper } from './keeper.ts';

const program = (name: string, source: string): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? source : `./${name}.js`, import.meta.url),
  );

/** How often an invitation is looked for, in milliseconds. */
const lookMs = 2_000;

const run = async (folder: string): Promise<void> => {
  const log = await openLog(folder, 'main');
  const startChild = nodeStarter({ program: () => process.execPath, env: process.env });
  let failure: string | null = null;
  const write = (state: KeeperState): void => {
    const file = join(folder, 'state.json');
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const reportNow = async (): Promise<void> => {
    const status = await keeper.status();
    if (status.state === 'joining') return write({ state: 'joining', digits: status.digits });
    if (status.state === 'member')
      return write({
        state: 'member',
        log: status.log?.name ?? null,
        fault: status.fault?.code ?? null,
      });
    const why = status.state === 'ended' ? status.why : (status.refusal?.code ?? null);
    write({ state: 'none', why: failure ?? why });
  };
  let reported = Promise.resolve();
  const report = (): Promise<void> => (reported = reported.then(reportNow));
  const keeper = startKeeper({
    folder,
    launch: (accounts, alone) => {
      const child = startChild(program('engine', '../engine/process.ts'), [], 'Hearthline engine');
      child.send({ type: 'start', dataFolder: folder, accounts, alone } satisfies ToEngine);
      return child;
    },
    random: randomBytes,
    changed: () => void report(),
    // The hub's program starts it again.
    engineStopped: () => process.exit(1),
    log,
  });
  const stop = async (): Promise<void> => {
    await keeper.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

  // The hub's program, which holds the other end, is gone.
  process.stdin.resume().once('end', () => void stop());

  const invitation = join(folder, 'invitation');
  /** Uses an invitation, also one that comes after the keeper was removed from its team. */
  const look = async (): Promise<void> => {
    if (existsSync(invitation)) {
      const joined = await keeper.join(readFileSync(invitation, 'utf8'));
      failure = joined.ok ? null : joined.error.code;
      await report();
      // It works once; a hub that did not answer is asked again from the vault.
      rmSync(invitation, { force: true });
    }
    systemClock.after(lookMs, () => void look());
  };
  await look();
  await report();
};

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('keeper: name its folder\n');
  process.exitCode = 1;
} else
  try {
    await run(folder);
  } catch (thrown) {
    process.stderr.write(`keeper: ${(thrown as Error).message}\n`);
    process.exitCode = 1;
  }
