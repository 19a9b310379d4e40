/** Two programs of the hub behind one address, with the team's keeper at the first. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Chance } from '../faults/chance.ts';
import { findFreePort } from '../ports.ts';
import { listDescendants } from '../processes.ts';
import { resolveProgram } from '../programs.ts';
import { startFront } from './front.ts';

const hubProgram = resolveProgram('hub/index.ts');

export type Hubs = Awaited<ReturnType<typeof startHubs>>;

/** @param folder has the key file `keys` */
export const startHubs = async ({
  folder,
  nats,
  services,
  chance,
}: {
  readonly folder: string;
  readonly nats: object;
  readonly services: readonly ServiceProfile[];
  readonly chance: Chance;
}) => {
  const ports = [await findFreePort(), await findFreePort()];
  const front = await startFront(ports, chance);
  const address = `http://127.0.0.1:${front.port}`;
  const keepers = join(folder, 'keepers');
  const files = await Promise.all(
    ports.map(async (port, at) => {
      const file = join(folder, `hub-${port}.yaml`);
      const metrics = { port: await findFreePort() };
      const keys = join(folder, 'keys');
      const config = {
        ...{ address, keys, listen: { port }, metrics, nats, services, log: 'error' },
        ...(at === 0 && { keepers }),
      };
      writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
      return file;
    }),
  );
  const running: (ChildProcess | null)[] = files.map(() => null);
  const start = async (at: number): Promise<void> => {
    const env = { ...process.env, HUB_CONFIG: files[at], HUB_LOG: 'info' };
    const program = spawn(process.execPath, [hubProgram], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running[at] = program;
    const lines = createInterface({ input: program.stdout });
    await Promise.race([once(lines, 'line'), once(program, 'exit')]);
  };
  const kill = async (at: number): Promise<void> => {
    const program = running[at];
    running[at] = null;
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  };
  await Promise.all(files.map((_file, at) => start(at)));
  const env = { ...process.env, HUB_CONFIG: files[0] };
  const { stdout } = await promisify(execFile)(process.execPath, [hubProgram, 'create-team'], {
    env,
  });
  return {
    keepers,
    link: stdout.trim(),
    start,
    kill,
    /** Kills the keeper, or only its engine; false while none runs. Hub or keeper restart it. */
    killKeeper: (isEngineOnly: boolean): boolean => {
      const [keeper, ...engines] = listDescendants(running[0]?.pid ?? 0);
      const killed = isEngineOnly ? engines[0] : keeper;
      if (killed === undefined) return false;
      process.kill(killed.pid, 'SIGKILL');
      return true;
    },
    close: async () => {
      front.close();
      await Promise.all(files.map((_file, at) => kill(at)));
    },
  };
};
