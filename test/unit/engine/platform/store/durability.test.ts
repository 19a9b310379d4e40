/** Commits are flushed before others are notified, without blocking. */
import { statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  createDurability,
  createLogSync,
} from '../../../../../main/engine/platform/store/durability.ts';
import { testStore } from '../../support/store.ts';

/** A disk whose flushes the test completes. */
const slowDisk = () => {
  const asked: PromiseWithResolvers<void>[] = [];
  const sync = (): Promise<void> => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise ?? Promise.reject(new Error('unreachable'));
  };
  return { asked, ...createDurability(sync) };
};

const settle = (): Promise<void> => new Promise((done) => void setImmediate(done));

describe('a commit', () => {
  it('shares one flush among concurrent commits and needs none without a commit', async () => {
    const { asked, recordCommit, flush } = slowDisk();
    await flush();
    expect(asked).toHaveLength(0);
    recordCommit();
    const done = vi.fn();
    const all = Promise.all([flush(), flush()]).then(done);
    expect(asked).toHaveLength(1);
    await settle();
    expect(done).not.toHaveBeenCalled();
    asked[0]?.resolve();
    await all;
    await flush();
    expect(asked).toHaveLength(1);
  });

  it('during a flush needs its own flush', async () => {
    const { asked, recordCommit, flush } = slowDisk();
    recordCommit();
    const first = flush();
    recordCommit();
    const second = vi.fn();
    const waiting = flush().then(second);
    asked[0]?.resolve();
    await first;
    await settle();
    expect(second).not.toHaveBeenCalled();
    expect(asked).toHaveLength(2);
    asked[1]?.resolve();
    await waiting;
  });

  it('rejects all waiting calls when the disk fails, and retries for the next call', async () => {
    const { asked, recordCommit, flush } = slowDisk();
    recordCommit();
    const refused = flush();
    asked[0]?.reject(Object.assign(new Error('no'), { code: 'EIO' }));
    await expect(refused).rejects.toMatchObject({ code: 'EIO' });
    const again = flush();
    asked[1]?.resolve();
    await again;
  });
});

describe('the disk', () => {
  it('flushes the log of an open database and does nothing for a closed one', async () => {
    const store = testStore();
    store.write(() => store.db.exec('CREATE TABLE one (n)'));
    expect(statSync(`${store.db.name}-wal`).size).toBeGreaterThan(0);
    await store.flush();
    store.close();
    await createLogSync(store.db.name)();
  });
});

describe('a write', () => {
  it('starts a flush at once, except for repeatable work', async () => {
    const store = testStore();
    const before = store.countCommits();
    store.write(() => store.writeRepeatable(() => undefined));
    expect(store.countCommits()).toBe(before + 1);
    expect(() =>
      store.writeRepeatable(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.countCommits()).toBe(before + 1);
    store.writeRepeatable(() => undefined);
    expect(store.countCommits()).toBe(before + 2);
    await store.flush();
  });
});
