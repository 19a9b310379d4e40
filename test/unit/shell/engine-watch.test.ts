/** Tells a frozen engine from a busy one and from a computer that slept. */
import { describe, expect, it } from 'vitest';
import { watchEngine } from '../../../main/shell/engine-watch.ts';

const bench = () => {
  let now = 1_000;
  let timer: (() => void) | null = null;
  let pings = 0;
  let frozen = 0;
  const watch = watchEngine({
    ping: () => void (pings += 1),
    onFrozen: () => void (frozen += 1),
    clock: {
      now: () => now,
      steady: () => now,
      after: (_, work) => {
        timer = work;
        return () => void (timer = null);
      },
    },
  });
  /** Advances the clock and runs the next check. */
  const look = (ms = 5_000): void => {
    now += ms;
    const work = timer;
    timer = null;
    work?.();
  };
  return { ...watch, look, pings: () => pings, frozen: () => frozen };
};

describe('a watched engine', () => {
  it('is reported as frozen, once, after half a minute without a response', () => {
    const engine = bench();
    for (let looks = 0; looks < 6; looks++) engine.look();
    expect([engine.pings(), engine.frozen()]).toEqual([6, 0]);
    for (let looks = 0; looks < 5; looks++) engine.look();
    expect([engine.pings(), engine.frozen()]).toEqual([6, 1]);
  });

  it('may be busy for twenty seconds repeatedly', () => {
    const engine = bench();
    for (let looks = 0; looks < 60; looks++) {
      engine.look();
      if (looks % 4 === 3) engine.handlePong();
    }
    expect(engine.frozen()).toBe(0);
  });

  it('gets its full time again after the computer slept', () => {
    const engine = bench();
    for (let nights = 0; nights < 5; nights++) {
      for (let looks = 0; looks < 5; looks++) engine.look();
      engine.look(8 * 60 * 60_000);
    }
    expect(engine.frozen()).toBe(0);
  });

  it('is not checked after the watch stops', () => {
    const engine = bench();
    engine.stop();
    engine.look();
    expect(engine.pings()).toBe(0);
  });
});
