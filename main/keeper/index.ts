/**
 * The keeper's program: `keeper FOLDER`. It joins a team with the file `invitation` as soon as the folder contains one,
 * and writes its state to `state.json` for the hub's program: first the digits that an owner compares.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToEngine } from '../../contract/port.ts';
import type { KeeperState } from '../../contract/team/keeper.ts';
import { systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { createNodeStarter } from '../shell/node-child.ts';
import { startKeeper } from './keeper.ts';

const locateProgram = (name: string, source: string): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? source : `./${name}.js`, import.meta.url),
  );

/** Interval of checks for an invitation, in milliseconds. */
const checkEveryMs = 2_000;

const run = async (folder: string): Promise<void> => {
  const log = await openLog(folder, 'main');
  const startChild = createNodeStarter({ locateProgram: () => process.execPath, env: process.env });
  let failure: string | null = null;
  const write = (state: KeeperState): void => {
    const file = join(folder, 'state.json');
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const writeState = async (): Promise<void> => {
    const status = await keeper.getStatus();
    if (status.state === 'joining') return write({ state: 'joining', digits: status.digits });
    if (status.state === 'member')
      return write({
        state: 'member',
        log: status.log?.name ?? null,
        failure: status.failure?.code ?? null,
      });
    const reason = status.state === 'ended' ? status.why : (status.refusal?.code ?? null);
    write({ state: 'none', why: failure ?? reason });
  };
  let lastReport = Promise.resolve();
  const report = (): Promise<void> => (lastReport = lastReport.then(writeState));
  const keeper = startKeeper({
    folder,
    launch: (accounts, isAlone) => {
      const child = startChild(
        locateProgram('engine', '../engine/process.ts'),
        [],
        'Hearthline engine',
      );
      child.send({ type: 'start', dataFolder: folder, accounts, isAlone } satisfies ToEngine);
      return child;
    },
    random: randomBytes,
    onChange: () => void report(),
    onEngineStopped: () => process.exit(1),
    log,
  });
  const stop = async (): Promise<void> => {
    await keeper.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

  // The end of the input means that the hub's program has exited.
  process.stdin.resume().once('end', () => void stop());

  const invitation = join(folder, 'invitation');
  /** Uses an invitation, even after the keeper was removed from its team. */
  const checkInvitation = async (): Promise<void> => {
    if (existsSync(invitation)) {
      const joined = await keeper.join(readFileSync(invitation, 'utf8'));
      failure = joined.ok ? null : joined.error.code;
      await report();
      // An invitation works once. If the hub did not answer, the vault has it for further tries.
      rmSync(invitation, { force: true });
    }
    systemClock.after(checkEveryMs, () => void checkInvitation());
  };
  await checkInvitation();
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
    // The engine would keep it running, and the hub's program restarts only a keeper that has exited.
    process.exit(1);
  }
