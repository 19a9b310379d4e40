/** Access to the SQLite file: prepared statements and transactions. Contains no lead logic. */
import { performance } from 'node:perf_hooks';
import type BetterSqlite3 from 'better-sqlite3';
import type { Log } from '../../../log/log.ts';
import { getOrAdd } from '../get-or-add.ts';
import { createWriteQueue, type WriteQueue } from './busy.ts';
import { createDurability, createLogSync } from './durability.ts';
import { isDamage } from './failure.ts';

/** A prepared statement; `P` are its parameters in order, `R` is a row. */
export type Statement<P extends readonly unknown[], R> = {
  readonly get: (...parameters: P) => R | undefined;
  readonly all: (...parameters: P) => R[];
  readonly run: (...parameters: P) => BetterSqlite3.RunResult;
};

/** Cause of a change: the person here, news that every desktop of a team applies itself, or the team's log. */
export type Origin = 'person' | 'news' | 'log';

export type Store = {
  readonly db: BetterSqlite3.Database;
  /** Prepares each SQL once. The log shows slow statements, never parameters or rows. */
  readonly prepare: <P extends readonly unknown[], R = unknown>(sql: string) => Statement<P, R>;
  /**
   * Runs `work` in one IMMEDIATE transaction; a nested `write` is a savepoint. A crash of the
   * process loses nothing; a power cut can lose whole commits until `flush` resolves.
   */
  readonly write: <T>(work: () => T) => T;
  /** Like `write`, for work that is repeated if it is lost: later commits flush it. */
  readonly writeRepeatable: <T>(work: () => T) => T;
  /** Resolves when all commits are on the disk; await it before promising anything to others. */
  readonly flush: () => Promise<void>;
  readonly countCommits: () => number;
  /** Calls `work` after each commit, until the returned function is called. */
  readonly onCommit: (work: () => void) => () => void;
  readonly runWhenFree: WriteQueue['runWhenFree'];
  /** Runs synchronous `work` whose changes have this origin. */
  readonly changeAs: <T>(origin: Origin, work: () => T) => T;
  readonly getOrigin: () => Origin;
  readonly close: () => void;
};

const slowMs = 50;

/** Adds a plus to each parameter: SQLite would plan a statement again for each new value. */
export const keepPlan = (sql: string): string =>
  sql.replaceAll(/'[^']*'|"[^"]*"|--.*|[?@]\w*/g, (part) =>
    /^[?@]/.test(part) ? `+${part}` : part,
  );

/** Wraps an open database. `onDamage` is called once, `settle` at the end of each transaction, inside it. */
export const createStore = (
  db: BetterSqlite3.Database,
  log: Log,
  onDamage: () => void,
  settle: (store: Store) => void = () => undefined,
  sync: () => Promise<void> = createLogSync(db.name),
): Store => {
  let isReported = false;
  const reportDamage = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      if (isDamage(thrown) && !isReported) {
        isReported = true;
        log.error({ err: thrown }, 'the database is damaged');
        onDamage();
      }
      throw thrown;
    }
  };
  const { recordCommit, countCommits, flush } = createDurability(sync);
  const { runWhenFree, requireTurn } = createWriteQueue(countCommits, () => db.inTransaction);
  const statements = new Map<string, Statement<readonly unknown[], unknown>>();

  const prepare = (sql: string): Statement<readonly unknown[], unknown> => {
    const prepared = db.prepare<unknown[], unknown>(keepPlan(sql));
    const measure = <T>(work: () => T): T => {
      const start = performance.now();
      const result = reportDamage(work);
      const ms = performance.now() - start;
      if (ms > slowMs) {
        // The beginning alone can be the columns of several statements.
        const statement = sql
          .replaceAll(/\s+/g, ' ')
          .trim()
          .replace(/^(.{100}).{2,}(.{100})$/, '$1…$2');
        log.warn({ statement, ms: Math.round(ms) }, 'a statement was slow');
      }
      return result;
    };
    return {
      get: (...parameters) => measure(() => prepared.get(...parameters)),
      all: (...parameters) => measure(() => prepared.all(...parameters)),
      run: (...parameters) => {
        requireTurn();
        return measure(() => prepared.run(...parameters));
      },
    };
  };

  const transaction = db.transaction((work: () => unknown) => work());
  const addSettle =
    <T>(work: () => T) =>
    (): T => {
      const result = work();
      settle(store);
      return result;
    };
  const listeners = new Set<() => void>();
  const writeRepeatable = <T>(work: () => T): T => {
    if (db.inTransaction) return reportDamage(() => transaction(work) as T);
    requireTurn();
    const result = reportDamage(() => transaction.immediate(addSettle(work)) as T);
    recordCommit();
    for (const listener of listeners) listener();
    return result;
  };

  let origin: Origin = 'person';

  const store: Store = {
    db,
    prepare: <P extends readonly unknown[], R>(sql: string) =>
      getOrAdd(statements, sql, () => reportDamage(() => prepare(sql))) as unknown as Statement<
        P,
        R
      >,
    write: (work) => {
      const result = writeRepeatable(work);
      if (db.inTransaction) return result;
      flush().catch((thrown: unknown) =>
        log.error({ err: thrown }, 'commits could not be flushed to the disk'),
      );
      return result;
    },
    writeRepeatable,
    flush,
    countCommits,
    runWhenFree,
    changeAs: (newOrigin, work) => {
      const before = origin;
      origin = newOrigin;
      try {
        return work();
      } finally {
        origin = before;
      }
    },
    getOrigin: () => origin,
    onCommit: (work) => {
      listeners.add(work);
      return () => void listeners.delete(work);
    },
    close: () => void db.close(),
  };
  return store;
};
