/** Data that can be rebuilt from the rest of the database. The store knows none of its tables. */
import type BetterSqlite3 from 'better-sqlite3';
import type { Store } from './store.ts';

export type Derived = {
  /** Not salvaged; tables of a full-text index begin with its name. */
  readonly tables: readonly string[];
  /** Creates tables, indexes and triggers outside of migrations, each time a file is opened. */
  readonly follow: (db: BetterSqlite3.Database) => void;
  /** Applies the changes of a transaction; called at its end, inside it. */
  readonly settle: (store: Store) => void;
  /** Empties and refills the tables. */
  readonly rebuild: (store: Store) => void;
};

export const nothingDerived: Derived = {
  tables: [],
  follow: () => undefined,
  settle: () => undefined,
  rebuild: () => undefined,
};
