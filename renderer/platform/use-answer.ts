/** What a component shows of one query: the last answer, and why there is no newer one. */
import {
  hashKey,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { QueryName } from './commands.ts';
import { asked } from './queries.ts';
import { usePlatform } from './stores.ts';

type Answered<T> = {
  /** The last answer; undefined before the first. It stays when a later read fails. */
  readonly value: T | undefined;
  /** Why the last read failed. It stays while that is tried again. */
  readonly error: Failure | null;
};

type Result = { readonly error: Failure | null; readonly isPending: boolean };

/** Why the last read failed, also while it is tried again: the library forgets a first failure then. */
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

/**
 * Asks while it is on the screen, and again when a change makes the answer stale.
 *
 * @param wanted false asks nothing
 */
export const useAnswer = <C extends QueryName>(
  command: C,
  input: CommandInput<C>,
  wanted = true,
): Answered<CommandOutput<C>> => {
  const query = asked(command, input);
  const { data, error, isPending } = useQuery(
    { ...query, enabled: wanted },
    usePlatform().queries.client,
  );
  return { value: data, error: useLastFailure(query.queryKey, { error, isPending }) };
};

type Paged<T> = Answered<readonly T[]> & {
  readonly hasMore: boolean;
  /** Reads one page more. */
  readonly more: () => Promise<void>;
};

/** The same for a query that is read page by page (`askedByPages`). */
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
    more: () => queries.more(pages, () => fetchNextPage({ cancelRefetch: false })),
  };
};
