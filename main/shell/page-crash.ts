/**
 * Reloads a crashed page with back-off. After three crashes in a row it asks the person. A page that has run for a
 * minute resets the count.
 */
import { backoff } from '../clock/backoff.ts';
import type { Clock } from '../clock/clock.ts';

export type Crash = {
  /** Chromium's word for how the page's process ended. */
  readonly reason: string;
  readonly exitCode: number;
};

/** How a page is loaded again; `plain` opens no lead and restores nothing. */
export type Reload = 'again' | 'plain';

type Dependencies = {
  /** Asks the person how to go on. */
  readonly ask: () => Promise<Reload | 'quit'>;
  /** Logs a crash, which is the `inRow`-th in a row; `waitMs` is null when the person is asked. */
  readonly note: (crash: Crash, inRow: number, waitMs: number | null) => void;
  readonly clock: Clock;
};

export type PageCrashes = {
  /** Handles a crash; `load` is called when the page is to be loaded again. */
  readonly crashed: (crash: Crash, load: (how: Reload) => void) => void;
};

const waits = backoff({ first: 500, most: 8_000 });
const mostInRow = 3;
const longLifeMs = 60_000;

export const createPageCrashes = ({ ask, note, clock }: Dependencies): PageCrashes => {
  let inRow = 0;
  let loadedAt = clock.steady();

  return {
    crashed: (crash, load) => {
      inRow = clock.steady() - loadedAt >= longLifeMs ? 1 : inRow + 1;
      const loadNow = (how: Reload): void => {
        loadedAt = clock.steady();
        load(how);
      };
      if (inRow <= mostInRow) {
        const waitMs = waits(inRow);
        note(crash, inRow, waitMs);
        clock.after(waitMs, () => loadNow('again'));
        return;
      }
      note(crash, inRow, null);
      void ask().then((choice) => {
        if (choice !== 'quit') loadNow(choice);
      });
    },
  };
};
