/**
 * The door to the one SQLite file. It opens it safely (see open.ts), hands out prepared statements
 * and runs transactions. It knows nothing of leads or messages: each aggregate has its own file.
 */
import type BetterSqlite3 from 'better-sqlite3';
import type { Log } from '../../../log/log.ts';
import { createWriteQueue, type WriteQueue } from './busy.ts';
import { createDurability, syncLog } from './durability.ts';
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
   * Runs `work` in one IMMEDIATE transaction and returns its answer. Inside another `write` it joins it
   * as a savepoint: a throw takes back only what this work did, and the outer one decides about the
   * rest. It is on its way to the disk when it returns, and there once `durable` resolves: until then a
   * power cut can take back the last commits, never a part of one. The end of the process takes nothing.
   */
  readonly write: <T>(work: () => T) => T;
  /** As `write`, for work that is done again when it is lost: it goes to the disk with what comes later. */
  readonly writeAgain: <T>(work: () => T) => T;
  /**
   * Resolves when everything that was committed is on the disk: for whoever tells somebody outside of
   * it. Rejects with an error that `storeFailure` knows.
   */
  readonly durable: () => Promise<void>;
  /** How many commits there were; who finds no more than before has nothing to wait for. */
  readonly commits: () => number;
  /** Has `work` called after each commit from now on. */
  readonly afterCommit: (work: () => void) => void;
  /** Runs `work` when it is its turn to write (busy.ts). */
  readonly untilFree: WriteQueue['untilFree'];
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
 * @param sync has the disk take what was committed
 */
export const createStore = (
  db: BetterSqlite3.Database,
  log: Log,
  damaged: () => void,
  settle: (store: Store) => void = () => undefined,
  sync: () => Promise<void> = syncLog(db.name),
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
  const { committed, commits, durable } = createDurability(sync);
  const { untilFree, requireTurn } = createWriteQueue(commits);
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
      run: (...parameters) => {
        if (!db.inTransaction) requireTurn();
        return timed(() => statement.run(...parameters));
      },
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
  const writeAgain = <T>(work: () => T): T => {
    if (db.inTransaction) return noticing(() => transaction(work) as T);
    requireTurn();
    const result = noticing(() => transaction.immediate(settling(work)) as T);
    committed();
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
    write: (work) => {
      const result = writeAgain(work);
      if (db.inTransaction) return result;
      durable().catch((thrown: unknown) => log.error({ err: thrown }, 'the disk takes nothing'));
      return result;
    },
    writeAgain,
    durable,
    commits,
    untilFree,
    afterCommit: (work) => void listeners.push(work),
    close: () => {
      db.close();
    },
  };
  return store;
};
