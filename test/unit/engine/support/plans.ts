/** Query plans of the statements that the code under test runs. */
import type { Statement, Store } from '../../../../main/engine/platform/store/store.ts';

type Asked = { readonly sql: string; readonly parameters: readonly unknown[] };

/** A store that records its statements, and the steps of their plans so far. */
export const recordPlans = (
  store: Store,
): { readonly store: Store; readonly plans: () => readonly string[] } => {
  const asked: Asked[] = [];
  const recorded = (sql: string, statement: Statement<readonly unknown[], unknown>) => {
    const wrap =
      <T>(work: (...parameters: readonly unknown[]) => T) =>
      (...parameters: readonly unknown[]): T => {
        asked.push({ sql, parameters });
        return work(...parameters);
      };
    return { get: wrap(statement.get), all: wrap(statement.all), run: wrap(statement.run) };
  };
  return {
    store: {
      ...store,
      prepare: ((sql: string) => recorded(sql, store.prepare(sql))) as unknown as Store['prepare'],
    },
    plans: () =>
      asked.flatMap(({ sql, parameters }) =>
        store.db
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...parameters)
          .map(({ detail }) => detail),
      ),
  };
};
