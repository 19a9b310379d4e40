/** A restore in processes of its own, one of which is killed at the last moment before the database is replaced. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../main/engine/platform/store/open.ts';
import {
  backUp,
  bench,
  contentsOf,
  freshDatabase,
  lookAt,
} from '../../unit/engine/files/support.ts';
import { temporaryFolder, testClock, testLog } from '../../unit/engine/support/store.ts';

const filesProcess = join(import.meta.dirname, '../../../main/engine/files/process.ts');

/** In the files process: kills one of the two once the merged file is about to be flushed, and waits for its end. */
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

/** In place of main: starts the files process with a job, and ends with it. */
const main = `
import { fork } from 'node:child_process';
const [script, before, job] = process.argv.slice(2);
const child = fork(script, [], { execArgv: ['--import', before], serialization: 'advanced' });
child.send({ ...JSON.parse(job), main: process.pid });
`;

/** Restores a backup until one of the processes is killed; ends when both have. */
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
  // The files process has the same output: it is closed once both have ended.
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
    // It had come as far as the copy of what was here before.
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
