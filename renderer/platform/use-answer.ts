/** Hooks that read queries: the last answer, and the failure of a later fetch. */
import {
  hashKey,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Settings } from '../../contract/settings.ts';
import type { QueryName } from './commands.ts';
import { buildQuery } from './queries.ts';
import { applyChanges } from './settings.ts';
import { usePlatform } from './stores.ts';

type Answered<T> = {
  /** Undefined before the first answer; kept when a later fetch fails. */
  readonly value: T | undefined;
  /** The failure of the last fetch, kept during a retry. */
  readonly error: Failure | null;
};

type Result = { readonly error: Failure | null; readonly isPending: boolean };

/** The last failure, kept during a retry, when the library clears it. */
export const useLastFailure = (
  queryKey: QueryKey,
  { error, isPending }: Result,
): Failure | null => {
  const { client } = usePlatform().queries;
  const hash = hashKey(queryKey);
  const known = { hash, error: error ?? client.getQueryState<unknown, Failure>(queryKey)?.error };
  const [last, setLast] = useState(known);
  if (last.hash !== hash || (error !== null && error !== last.error)) setLast(known);
  return error ?? (isPending ? (last.error ?? null) : null);
};

/** Fetches while mounted and whenever a change makes the answer stale; never if `isWanted` is false. */
export const useAnswer = <C extends QueryName>(
  command: C,
  input: CommandInput<C>,
  isWanted = true,
): Answered<CommandOutput<C>> => {
  const query = buildQuery(command, input);
  const { data, error, isPending } = useQuery(
    { ...query, enabled: isWanted },
    usePlatform().queries.client,
  );
  return { value: data, error: useLastFailure(query.queryKey, { error, isPending }) };
};

type Paged<T> = Answered<readonly T[]> & {
  readonly hasMore: boolean;
  readonly loadMore: () => Promise<void>;
};

/** The same for a query that is read by pages (`buildPagedQuery`). */
export const usePages = <T, P>(
  pages: UseInfiniteQueryOptions<T, Failure, InfiniteData<T>, QueryKey, P>,
): Paged<T> => {
  const { queries } = usePlatform();
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery(
    pages,
    queries.client,
  );
  return {
    value: data?.pages,
    error: useLastFailure(pages.queryKey, { error, isPending }),
    hasMore: hasNextPage,
    loadMore: () => queries.fetchNext(pages, () => fetchNextPage({ cancelRefetch: false })),
  };
};

/** The stored settings with the pending changes; undefined before they are loaded. */
export const useSettings = (): Settings | undefined => {
  const stored = useAnswer('settings.get', {}).value?.settings;
  const changes = useStore(usePlatform().settings, (state) => state.changes);
  return useMemo(() => stored && applyChanges(stored, changes), [stored, changes]);
};
