/** The scope of a list: a view of all businesses or one, or a search. */
import type { ViewName } from '../../contract/views.ts';

export type Scope = {
  readonly view: ViewName;
  /** The key of a business; null for all. */
  readonly business: string | null;
  readonly query: string;
  /** A search covers all leads, regardless of view and business. */
  readonly everywhere: boolean;
};

export const isSearchOfAll = ({ query, everywhere }: Scope): boolean => query !== '' && everywhere;

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a.view === b.view &&
  a.business === b.business &&
  a.query === b.query &&
  (a.query === '' || a.everywhere === b.everywhere);

/** Converts a scope to the input of a command; a search of all leads covers all businesses. */
export const toListInput = (scope: Scope) => {
  const { view, business, query, everywhere } = scope;
  return {
    view,
    ...(business !== null && !isSearchOfAll(scope) && { business }),
    ...(query !== '' && { query, everywhere }),
  };
};
