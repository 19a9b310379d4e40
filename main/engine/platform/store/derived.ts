/**
 * Derived data, which can be rebuilt from the rest of the database. The caller of openStore
 * provides it; the store knows none of its tables.
 */
import type BetterSqlite3 from 'better-sqlite3';
import type { Store } from './store.ts';

export type Derived = {
  /** Its tables, which are not salvaged; tables of a full-text index begin with its name. */
  readonly tables: readonly string[];
  /**
   * Creates or updates tables, indexes and triggers that no migration makes. Called each time a
   * file is opened; cheap when nothing changed.
   */
  readonly follow: (db: BetterSqlite3.Database) => void;
  /** Applies the changes of a transaction; called at its end, inside it. */
  readonly settle: (store: Store) => void;
  /** Empties and refills the tables. */
  readonly rebuild: (store: Store) => void;
};

/** No derived data. */
export const nothingDerived: Derived = {
  tables: [],
  follow: () => undefined,
  settle: () => undefined,
  rebuild: () => undefined,
};
