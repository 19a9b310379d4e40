import { describe, expect, it } from 'vitest';
import { budgetMs, createSlices } from '../../../../main/engine/platform/slices.ts';

/** Slices whose clock advances a millisecond with each step, and other work that waits. */
const bench = () => {
  let now = 0;
  const others: (() => void)[] = [];
  const slices = createSlices({ steady: () => now, letOthers: (then) => others.push(then) });
  const did: string[] = [];
  /** Work of `steps` steps of a millisecond each. */
  const work = (
    name: string,
    steps: number,
    how: 'run' | 'runAsked' = 'run',
    does?: 'reads' | 'writes',
  ) => {
    let left = steps;
    return slices[how]((isOver) => {
      do {
        did.push(name);
        now += 1;
        left -= 1;
      } while (left > 0 && !isOver());
      return left > 0;
    }, does);
  };
  return {
    slices,
    did,
    work,
    pass: (ms: number): void => void (now += ms),
    /** Runs waiting other work; false when there is none. */
    breathe: (): boolean => {
      const then = others.shift();
      then?.();
      return then !== undefined;
    },
  };
};

describe('long work', () => {
  it('that is short finishes at once', async () => {
    const made = bench();
    expect(await made.work('a', 3)).toBe(true);
    expect(made.did).toHaveLength(3);
  });

  it('yields to other work when its time is up', async () => {
    const made = bench();
    const done = made.work('a', 2 * budgetMs);
    expect(made.did).toHaveLength(budgetMs);
    made.breathe();
    expect(made.did).toHaveLength(2 * budgetMs);
    expect(await done).toBe(true);
  });

  it('of several kinds alternates and together takes no longer than one', () => {
    const made = bench();
    void made.work('a', 3 * budgetMs);
    void made.work('b', budgetMs);
    const taken = [made.did.length];
    while (made.breathe()) taken.push(made.did.length);
    expect(taken.slice(0, 4)).toEqual([1, 2, 3, 4].map((times) => times * budgetMs));
    expect([0, 1, 2, 3].map((slice) => made.did[slice * budgetMs])).toEqual(['a', 'a', 'b', 'a']);
  });

  it('that throws rejects with its error and delays nothing else', async () => {
    const made = bench();
    const broken = made.slices.run(() => {
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await made.work('a', 1)).toBe(true);
  });

  it('ends between two slices when it is stopped, and reports that it is incomplete', async () => {
    const made = bench();
    const done = made.work('a', 3 * budgetMs);
    made.slices.stop();
    made.breathe();
    expect(await done).toBe(false);
    expect(await made.work('b', 1)).toBe(false);
    expect(made.did).toEqual(Array(budgetMs).fill('a'));
  });

  it('gets its full time again after other work, however long that took', () => {
    const made = bench();
    void made.work('a', 3 * budgetMs);
    made.pass(500);
    made.breathe();
    expect(made.did).toHaveLength(2 * budgetMs);
  });

  it('that a person waits for comes first and is not paused', async () => {
    const made = bench();
    const other = made.work('a', 3 * budgetMs);
    const release = made.slices.hold();
    const asked = made.work('b', 2 * budgetMs, 'runAsked');
    while (made.breathe());
    expect(await asked).toBe(true);
    expect(made.did.filter((name) => name === 'a')).toHaveLength(budgetMs);
    release();
    while (made.breathe());
    expect(await other).toBe(true);
  });

  it('that a person waits for and that writes is paused, then comes first', async () => {
    const made = bench();
    const release = made.slices.hold();
    const other = made.work('a', 1);
    const asked = made.work('b', 1, 'runAsked', 'writes');
    const reading = made.work('c', 1, 'runAsked');
    while (made.breathe());
    expect(await reading).toBe(true);
    expect(made.did).toEqual(['c']);
    release();
    while (made.breathe());
    expect([await asked, await other, made.did]).toEqual([true, true, ['c', 'b', 'a']]);
  });
});
