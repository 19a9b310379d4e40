/** A restore in separate processes, one of which is killed right before the database is replaced. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../main/engine/platform/store/open.ts';
import { resolveProgram } from '../../programs.ts';
import {
  backUp,
  bench,
  contentsOf,
  freshDatabase,
  lookAt,
} from '../../unit/engine/files/support.ts';
import { temporaryFolder, testClock, testLog } from '../../unit/engine/support/store.ts';

const filesProcess = resolveProgram('main/engine/files/process.ts');

/** Preloaded into the files process: kills a process before the merged file is flushed, and waits for its exit. */
const killer = (pid: string): string => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
  if (String(path).endsWith('.restored') && rest[0] === 'r+') {
    const pid = ${pid};
    try {
      for (process.kill(pid, 'SIGKILL'); ; ) process.kill(pid, 0);
    } catch {}
  }
  return openSync(path, ...rest);
};
syncBuiltinESMExports();
`;

/** Replaces main: starts the files process with a job and exits with it. */
const main = `
import { fork } from 'node:child_process';
const [script, before, job] = process.argv.slice(2);
const child = fork(script, [], { execArgv: ['--import', before], serialization: 'advanced' });
child.send({ ...JSON.parse(job), main: process.pid });
`;

/** Restores a backup until a process is killed; resolves when both have exited. */
const restoreKilling = async (pid: string, database: string, from: string): Promise<void> => {
  const looked = await lookAt(database, from);
  if (!looked.ok) throw new Error(looked.error.message);
  const place = temporaryFolder();
  const program = join(place, 'main.mjs');
  const before = join(place, 'killer.mjs');
  writeFileSync(program, main);
  writeFileSync(before, killer(pid));
  const job = { kind: 'restore', database, from, digest: looked.value.digest };
  const args = [program, filesProcess, before, JSON.stringify(job)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  // Both share the output, which closes when both have exited.
  await once(child, 'close');
};

const beside = (database: string): string[] =>
  readdirSync(dirname(database)).filter((name) => name.startsWith('leads.db.'));

describe('a restore that is killed right before it replaces the database', () => {
  it('changes nothing when main is killed, and removes its own files', async () => {
    const database = freshDatabase();
    const before = contentsOf(database);
    await restoreKilling('process.ppid', database, await backUp(bench().store));
    expect(contentsOf(database)).toEqual(before);
    expect(beside(database)).toEqual([]);
    // Proves that it had already backed up the current data.
    expect(readdirSync(join(dirname(database), 'backups'))).toHaveLength(1);
  });

  it('changes nothing when its own process is killed, and the next start removes its files', async () => {
    const database = freshDatabase();
    const before = contentsOf(database);
    await restoreKilling('process.pid', database, await backUp(bench().store));
    expect(beside(database)).toContain('leads.db.restored');
    const opened = openStore({ file: database, clock: testClock(), log: testLog() });
    if (opened.ok) opened.value.close();
    expect(opened.ok).toBe(true);
    expect(beside(database)).toEqual([]);
    expect(contentsOf(database)).toEqual(before);
  });
});
