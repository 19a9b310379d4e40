/** A real nats-server that trusts a hub's keys, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubKeys } from '../../../../hub/keys.ts';
import { formatNatsSettings } from '../../../../hub/credentials.ts';
import { findNatsServer } from '../../../../scripts/nats-server.mjs';

export type TestNats = {
  readonly address: string;
  readonly folder: string;
  /** Of the first start. */
  readonly pid: number;
  /** Kills the server at once. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** @param settingsOfTLS the block `tls` of the server's settings */
export const startNats = async (keys: HubKeys, settingsOfTLS = ''): Promise<TestNats> => {
  const command = await findNatsServer({ log: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-nats-'));
  const settings = join(folder, 'nats.conf');
  await writeFile(
    settings,
    [
      `jetstream { store_dir: ${JSON.stringify(join(folder, 'data'))}, max_file_store: 1TB, sync_interval: always }`,
      settingsOfTLS,
      await formatNatsSettings(keys, join(folder, 'accounts')),
    ].join('\n'),
  );
  const start = async (port: string) => {
    const program = spawn(command, ['-c', settings, '-a', '127.0.0.1', '-p', port], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    await new Promise<void>((ready, failed) => {
      program.stderr.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('Server is ready')) ready();
      });
      program.once('exit', () => failed(new Error(text)));
    });
    return { program, port: /client connections on [\d.]+:(\d+)/.exec(text)?.[1] ?? '' };
  };
  const first = await start('-1');
  let child = first.program;
  const address = `nats://127.0.0.1:${first.port}`;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    address,
    folder,
    pid: first.program.pid ?? 0,
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = (await start(first.port)).program;
    },
    stop: async () => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
