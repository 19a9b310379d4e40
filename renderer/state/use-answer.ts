/** What a component shows of one query: the last answer, and why there is no newer one. */
import { hashKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { QueryName } from './commands.ts';
import { asked } from './queries.ts';
import { useStores } from './stores.ts';

export type Answered<T> = {
  /** The last answer; undefined before the first. It stays when a later read fails. */
  readonly value: T | undefined;
  /** Why the last read failed. It stays while that is tried again. */
  readonly error: Failure | null;
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
  const { client } = useStores().queries;
  const query = asked(command, input);
  const { data, error, isPending } = useQuery({ ...query, enabled: wanted }, client);
  const hash = hashKey(query.queryKey);
  // The library forgets a first failure as soon as it is tried again.
  const known = { hash, error: error ?? client.getQueryState(query.queryKey)?.error ?? null };
  const [last, setLast] = useState(known);
  if (last.hash !== hash || (error !== null && error !== last.error)) setLast(known);
  return { value: data, error: error ?? (isPending ? last.error : null) };
};
