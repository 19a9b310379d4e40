/**
 * What the database holds and can work out again from the rest. Whoever opens the store says what
 * that is: the store itself knows no table of it.
 */
import type BetterSqlite3 from 'better-sqlite3';
import type { Store } from './store.ts';

export type Derived = {
  /** The tables, which are not salvaged; those of a full-text index begin with its name. */
  readonly tables: readonly string[];
  /**
   * Brings what no migration makes (tables, indexes, triggers) to what this version of the app asks
   * for. Called each time a file is opened; costs little when nothing is to be done.
   */
  readonly follow: (db: BetterSqlite3.Database) => void;
  /** Brings the tables to what a transaction has changed; called at its end, inside it. */
  readonly settle: (store: Store) => void;
  /** Empties the tables and fills them again. */
  readonly rebuild: (store: Store) => void;
};

/** For a file that nothing is worked out in. */
export const nothingDerived: Derived = {
  tables: [],
  follow: () => undefined,
  settle: () => undefined,
  rebuild: () => undefined,
};
