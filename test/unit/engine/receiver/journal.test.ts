import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { AccountID } from '../../../../contract/records.ts';
import { openJournal } from '../../../../main/engine/receiver/journal.ts';
import type { Call } from '../../../../main/engine/receiver/messages.ts';
import { noon, slowDisk, temporaryFolder } from '../support/store.ts';

const call = (body: string): Call => ({
  accountID: 'a1' as AccountID,
  method: 'POST',
  url: '/hook/:path',
  path: 'secret',
  body,
  at: noon,
});

/** Writes after the calls in a journal. */
const append = (file: string, text: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\0', '') + text);

const createFile = (): string => join(temporaryFolder(), 'calls.jsonl');

it('a call is there when the journal is opened again, unchanged, until the journal is emptied', async () => {
  const file = createFile();
  const calls = ['{"a":"ü\\n"}', '"\ud800 {"', '12345678901234567890'].map(call);
  const first = await openJournal(file);
  await Promise.all(calls.map(first.write));
  await first.close();
  const second = await openJournal(file);
  expect(second.unrecorded).toEqual(calls);
  expect(second.getLength()).toBeGreaterThan(0);
  await second.clear();
  expect(second.getLength()).toBe(0);
  await second.close();
  expect((await openJournal(file)).unrecorded).toEqual([]);
});

it('a call that was half written is skipped, and those before and after it are kept', async () => {
  const file = createFile();
  const first = await openJournal(file);
  await first.write(call('1'));
  await first.close();
  append(file, JSON.stringify(call('lost')).slice(0, -9));
  const second = await openJournal(file);
  await second.write(call('2'));
  await second.close();
  append(file, 'null\n{"accountID":7}\n');
  expect((await openJournal(file)).unrecorded).toEqual([call('1'), call('2')]);
});

it('calls that come together share a flush, and fail together when the disk refuses it', async () => {
  const { flush, asked, refuse } = slowDisk();
  let flushes = 0;
  const journal = await openJournal(createFile(), () => {
    flushes += 1;
    return flush();
  });
  const written = Promise.allSettled(['1', '2', '3'].map((body) => journal.write(call(body))));
  await asked;
  refuse();
  expect((await written).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(flushes).toBe(1);
});

it('a call after an interrupted emptying is there when the journal is opened again', async () => {
  const file = createFile();
  const journal = await openJournal(file);
  await journal.write(call('recorded'));
  const other = await open(file, 'r+');
  const handles = Object.getPrototypeOf(other) as typeof other;
  await other.write(Buffer.alloc(1), 0, 1, 0);
  await other.close();
  vi.spyOn(handles, 'write').mockRejectedValueOnce(new Error('broken'));
  await expect(journal.clear()).rejects.toThrow('broken');
  await journal.write(call('new'));
  await journal.close();
  const again = await openJournal(file);
  expect(again.unrecorded).toContainEqual(call('new'));
  await again.close();
});

it('is not emptied while a call is being written', async () => {
  const { flush, asked, take } = slowDisk();
  const file = createFile();
  const journal = await openJournal(file, flush);
  const writing = journal.write(call('1'));
  await asked;
  await journal.clear();
  take();
  await writing;
  expect(readFileSync(file, 'utf8')).toContain('"body":"1"');
});

it('keeps its length, and nothing of the calls once it is emptied', async () => {
  const file = createFile();
  const journal = await openJournal(file);
  await journal.write(call('1'));
  const { size } = statSync(file);
  await journal.write(call('2'));
  expect(statSync(file).size).toBe(size);
  await setImmediate();
  await journal.clear();
  await journal.close();
  expect(readFileSync(file).some((byte) => byte !== 0)).toBe(false);
});

it('skips what was emptied in part', async () => {
  const file = createFile();
  const first = await openJournal(file);
  await first.write(call('1'));
  await first.write(call('2'));
  await first.close();
  const content = readFileSync(file);
  writeFileSync(file, content.fill(0, 0, 20));
  const second = await openJournal(file);
  expect(second.unrecorded).toEqual([]);
  await second.close();
  expect(readFileSync(file).some((byte) => byte !== 0)).toBe(false);
});

it('takes more calls than it had room for', async () => {
  const file = createFile();
  const journal = await openJournal(file);
  const large = call(JSON.stringify('x'.repeat(250_000)));
  await Promise.all([1, 2, 3, 4, 5].map(() => journal.write(large)));
  await journal.close();
  expect((await openJournal(file)).unrecorded).toHaveLength(5);
});

it('writes the calls that come while it is emptied', async () => {
  const file = createFile();
  const journal = await openJournal(file);
  await journal.write(call('1'));
  await Promise.all([journal.clear(), journal.write(call('2')), journal.write(call('3'))]);
  await journal.close();
  const { unrecorded } = await openJournal(file);
  expect(unrecorded.slice(-2)).toEqual(['2', '3'].map(call));
});

it('can be read by its owner only', async () => {
  const file = createFile();
  await (await openJournal(file)).close();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});
