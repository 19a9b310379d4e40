/** Reloads a crashed page with back-off; from the fourth crash in a row on, asks the person if possible. */
import { createBackoff } from '../clock/backoff.ts';
import type { Clock } from '../clock/clock.ts';

export type Crash = { readonly reason: string; readonly exitCode: number };

/** Ways to reload a page; `plain` restores nothing. */
export type Reload = 'again' | 'plain';

/** Handles a crash; calls `load` when the page is to be reloaded. */
export type HandleCrash = (crash: Crash, load: (how: Reload) => void) => void;

const computeDelay = createBackoff({ first: 500, max: 8_000 });
const maxInRow = 3;
const longLifeMs = 60_000;

export const createCrashHandler = (dependencies: {
  readonly ask: () => Promise<Reload | 'quit'>;
  /** Logs the `inRow`-th crash in a row; `waitMs` is null if the person is asked. */
  readonly logCrash: (crash: Crash, inRow: number, waitMs: number | null) => void;
  readonly clock: Clock;
}): HandleCrash => {
  const { ask, logCrash, clock } = dependencies;
  let inRow = 0;
  let loadedAt = clock.steady();

  return (crash, load) => {
    inRow = clock.steady() - loadedAt >= longLifeMs ? 1 : inRow + 1;
    const loadNow = (how: Reload): void => {
      loadedAt = clock.steady();
      load(how);
    };
    const loadLater = (): void => void clock.after(computeDelay(inRow), () => loadNow('again'));
    const isAsked = inRow > maxInRow;
    logCrash(crash, inRow, isAsked ? null : computeDelay(inRow));
    if (!isAsked) return loadLater();
    void ask().then((choice) => {
      if (choice !== 'quit') loadNow(choice);
    }, loadLater);
  };
};
