/**
 * The door to the one SQLite file. It opens it safely (see open.ts), hands out prepared statements
 * and runs transactions. It knows nothing of leads or messages: each aggregate has its own file.
 */
import type BetterSqlite3 from 'better-sqlite3';
import type { Log } from '../../../log/log.ts';
import { isDamage } from './failure.ts';

/** A prepared statement; `P` are its parameters in order, `R` is a row. */
export type Statement<P extends readonly unknown[], R> = {
  readonly get: (...parameters: P) => R | undefined;
  readonly all: (...parameters: P) => R[];
  readonly run: (...parameters: P) => BetterSqlite3.RunResult;
};

export type Store = {
  readonly db: BetterSqlite3.Database;
  /**
   * The statement for this SQL, prepared once for each store. `name` stands for it in the log when
   * it was slow; parameters and rows never do.
   */
  readonly prepare: <P extends readonly unknown[], R = unknown>(
    name: string,
    sql: string,
  ) => Statement<P, R>;
  /**
   * Runs `work` in one IMMEDIATE transaction and returns its answer; durable when it returns. Inside
   * another `write` it joins it as a savepoint: a throw takes back only what this work did, and the
   * outer one decides about the rest.
   */
  readonly write: <T>(work: () => T) => T;
  /**
   * As `write`, for work that is done again when it is lost: it does not wait for the disk, so that a
   * power cut can take back the last of it, never a part of it or what came before. Later writes that
   * are durable make it durable too.
   */
  readonly writeAgain: <T>(work: () => T) => T;
  /** Waits until all that `writeAgain` has written is on the disk. */
  readonly makeDurable: () => void;
  /** Has `work` called after each commit from now on. */
  readonly afterCommit: (work: () => void) => void;
  readonly close: () => void;
};

const slowMs = 50;

/**
 * The same statement with a plus before each parameter. SQLite plans a statement anew at each new value
 * of a parameter that its planner has looked at; a plus changes no value, and hides it from the planner.
 */
export const plannedOnce = (sql: string): string =>
  sql.replaceAll(/'[^']*'|"[^"]*"|--.*|[?@]\w*/g, (part) =>
    /^[?@]/.test(part) ? `+${part}` : part,
  );

/**
 * Wraps an open, migrated database.
 *
 * @param damaged called once, when SQLite first finds damage in the file
 * @param settle called at the end of each transaction, inside it (derived.ts)
 */
export const createStore = (
  db: BetterSqlite3.Database,
  log: Log,
  damaged: () => void,
  settle: (store: Store) => void = () => undefined,
): Store => {
  let met = false;
  /** Runs `work`; what it throws is thrown, and damage is told besides. */
  const noticing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      if (isDamage(thrown) && !met) {
        met = true;
        log.error({ err: thrown }, 'the database is damaged');
        damaged();
      }
      throw thrown;
    }
  };
  const prepared = new Map<string, Statement<readonly unknown[], unknown>>();

  const prepare = (name: string, sql: string): Statement<readonly unknown[], unknown> => {
    const statement = db.prepare<unknown[], unknown>(plannedOnce(sql));
    const timed = <T>(work: () => T): T => {
      const start = performance.now();
      const result = noticing(work);
      const ms = performance.now() - start;
      if (ms > slowMs) log.warn({ statement: name, ms: Math.round(ms) }, 'a statement was slow');
      return result;
    };
    return {
      get: (...parameters) => timed(() => statement.get(...parameters)),
      all: (...parameters) => timed(() => statement.all(...parameters)),
      run: (...parameters) => timed(() => statement.run(...parameters)),
    };
  };

  const transaction = db.transaction((work: () => unknown) => work());
  const settling =
    <T>(work: () => T) =>
    (): T => {
      const result = work();
      settle(store);
      return result;
    };
  const listeners: (() => void)[] = [];
  const write = <T>(work: () => T): T => {
    if (db.inTransaction) return noticing(() => transaction(work) as T);
    const result = noticing(() => transaction.immediate(settling(work)) as T);
    for (const listener of listeners) listener();
    return result;
  };

  const store: Store = {
    db,
    prepare: <P extends readonly unknown[], R>(name: string, sql: string) => {
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = noticing(() => prepare(name, sql));
        prepared.set(sql, statement);
      }
      return statement as unknown as Statement<P, R>;
    },
    write,
    writeAgain: <T>(work: () => T): T => {
      if (db.inTransaction) return write(work);
      // In WAL mode a commit under NORMAL is not synced; the file stays sound.
      db.pragma('synchronous = NORMAL');
      try {
        return write(work);
      } finally {
        db.pragma('synchronous = FULL');
      }
    },
    // The disk is waited for where something is written: the number that stands there.
    makeDurable: () =>
      write(() => {
        db.pragma(`user_version = ${String(db.pragma('user_version', { simple: true }))}`);
      }),
    afterCommit: (work) => void listeners.push(work),
    close: () => {
      db.close();
    },
  };
  return store;
};
