/** How SQLite answers what the code under test asks: the plan of every statement that it runs. */
import type { Statement, Store } from '../../../../main/engine/platform/store/store.ts';

type Asked = { readonly sql: string; readonly parameters: readonly unknown[] };

/** A store that notes its statements, and the plans of those noted so far, a line for each step. */
export const notingPlans = (
  store: Store,
): { readonly store: Store; readonly plans: () => readonly string[] } => {
  const asked: Asked[] = [];
  const noting = (sql: string, statement: Statement<readonly unknown[], unknown>) => {
    const noted =
      <T>(work: (...parameters: readonly unknown[]) => T) =>
      (...parameters: readonly unknown[]): T => {
        asked.push({ sql, parameters });
        return work(...parameters);
      };
    return { get: noted(statement.get), all: noted(statement.all), run: noted(statement.run) };
  };
  return {
    store: {
      ...store,
      prepare: ((name: string, sql: string) =>
        noting(sql, store.prepare(name, sql))) as unknown as Store['prepare'],
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
