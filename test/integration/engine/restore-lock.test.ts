/** An engine that starts while another process holds the lock of a restore, or has died with it. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToEngine } from '../../../contract/port.ts';
import { openStore } from '../../../main/engine/platform/store/open.ts';
import { waitForRestore } from '../../../main/engine/platform/store/restore-lock.ts';
import { resolveProgram } from '../../programs.ts';
import { freshDatabase } from '../../unit/engine/files/support.ts';
import { testClock, testLog } from '../../unit/engine/support/store.ts';

const lock = join(import.meta.dirname, '../../../main/engine/platform/store/restore-lock.ts');
const waits = 'the engine waits for the end of a restore';

/** Starts a process that holds the lock until its input ends. */
const holdLock = async (database: string): Promise<ChildProcess> => {
  const code = `
    import { lockRestore } from ${JSON.stringify(lock)};
    const unlock = lockRestore(${JSON.stringify(database)});
    process.stdout.write('locked');
    process.stdin.on('end', unlock).resume();`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
};

const startEngine = (database: string) => {
  const child = fork(resolveProgram('main/engine/process.ts'), [], { serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  child.send({
    type: 'start',
    dataFolder: dirname(database),
    accounts: null,
  } satisfies ToEngine);
  return messages;
};

const logOf = (database: string): string => {
  const logs = join(dirname(database), 'logs');
  if (!existsSync(logs)) return '';
  return readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');
};

const ready: unknown = expect.objectContaining({ type: 'ready' });

describe('an engine that starts during a restore', () => {
  it('waits until a living process releases the lock, then opens the database', async () => {
    const database = freshDatabase();
    const holder = await holdLock(database);
    const messages = startEngine(database);
    await expect.poll(() => logOf(database)).toContain(waits);
    // It still waits after the time that another engine needs to start.
    const another = startEngine(freshDatabase());
    await expect.poll(() => another).toContainEqual(ready);
    expect(messages).toEqual([]);
    holder.stdin?.end();
    await expect.poll(() => messages).toContainEqual(ready);
  });

  it('opens the database at once when the process that locked it is dead', async () => {
    const database = freshDatabase();
    const holder = await holdLock(database);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(existsSync(`${database}.lock`)).toBe(true);
    const messages = startEngine(database);
    await expect.poll(() => messages).toContainEqual(ready);
    expect(logOf(database)).not.toContain(waits);
    expect(existsSync(`${database}.lock`)).toBe(false);
  });

  it('gives up after half a minute and reports that a backup is being restored', async () => {
    const database = freshDatabase();
    await holdLock(database);
    const clock = testClock();
    let hasEnded = false;
    const waiting = waitForRestore(database, clock, testLog()).then(() => (hasEnded = true));
    const letTimePass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.advance(100);
        await new Promise((done) => setImmediate(done));
      }
    };
    await letTimePass(29_900);
    expect(hasEnded).toBe(false);
    await letTimePass(100);
    await waiting;
    expect(openStore({ file: database, clock, log: testLog() })).toEqual({
      ok: false,
      error: { code: 'database_busy', message: 'A backup is being restored.' },
    });
  });
});
