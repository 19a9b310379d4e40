/**
 * The cache of query answers, which become stale as declared in commands.ts and when the engine has restarted, never
 * by time, focus or network. Each query has one fetch running and at most one refetch waiting, so a burst of changes
 * costs two fetches, the last of which sees the newest state.
 */
import {
  infiniteQueryOptions,
  notifyManager,
  QueryClient,
  queryOptions,
  type InfiniteData,
  type Query,
} from '@tanstack/react-query';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Change } from '../../contract/events.ts';
import { onRestart, type Bridge } from './bridge.ts';
import { uses, type Dependency, type QueryName } from './commands.ts';

type Key = readonly [command: QueryName, input: object, pages?: 'pages'];

export type Queries = {
  /** Its errors are of type `Failure`. */
  readonly client: QueryClient;
  /** Marks the commands' answers as stale and refetches the mounted ones; a failure does not reject. */
  readonly refetch: (...commands: readonly QueryName[]) => Promise<void>;
  /** Fetches another page after the query's queued fetches, so that neither cancels the other. */
  readonly fetchNext: (
    pages: { readonly queryKey: readonly unknown[] },
    readNext: () => Promise<unknown>,
  ) => Promise<void>;
  /** Stores an answer that an action returned. */
  readonly setAnswer: <C extends QueryName>(
    command: C,
    input: CommandInput<C>,
    answer: CommandOutput<C>,
  ) => void;
  /** Shows what an action that has been sent will change, and the stored answer again if it fails. */
  readonly showInAdvance: <C extends QueryName>(
    command: C,
    input: CommandInput<C>,
    change: (answer: CommandOutput<C>) => CommandOutput<C>,
    action: Promise<boolean>,
  ) => Promise<void>;
};

const getDependencies = (command: QueryName): readonly Dependency[] => uses[command];

const getStaleTime = (command: QueryName): number =>
  getDependencies(command).includes('shown') ? 0 : Infinity;

export const buildQuery = <C extends QueryName>(command: C, input: CommandInput<C>) =>
  queryOptions<CommandOutput<C>, Failure>({
    queryKey: [command, input] satisfies Key,
    staleTime: getStaleTime(command),
  });

/**
 * Builds the query of a command that answers by pages.
 *
 * @param next the additional input of the page after `page`, or null after the last
 * @param previous the same for the page before `page`
 */
export const buildPagedQuery = <C extends QueryName>(
  command: C,
  input: CommandInput<C>,
  next: (
    page: CommandOutput<C>,
    pages: readonly CommandOutput<C>[],
    input: Partial<CommandInput<C>>,
  ) => Partial<CommandInput<C>> | null,
  previous: (page: CommandOutput<C>) => Partial<CommandInput<C>> | null = () => null,
) =>
  infiniteQueryOptions<
    CommandOutput<C>,
    Failure,
    InfiniteData<CommandOutput<C>>,
    readonly unknown[],
    Partial<CommandInput<C>>
  >({
    queryKey: [command, input, 'pages'] satisfies Key,
    staleTime: getStaleTime(command),
    initialPageParam: {},
    getNextPageParam: next,
    getPreviousPageParam: previous,
  });

/** Finds the lead of a query; undefined for a query about several. */
const findLead = (input: {
  readonly leadID?: unknown;
  readonly of?: { readonly leadID?: unknown };
}): unknown => input.leadID ?? input.of?.leadID;

const isAffected = ({ kinds, leadIDs }: Change, [command, input]: Key): boolean => {
  const dependencies = getDependencies(command);
  const lead = findLead(input);
  const concernsLead =
    lead === undefined || leadIDs === null || leadIDs.some((each) => each === lead);
  return kinds.some((kind) => {
    if (kind === 'presence') return concernsLead && dependencies.includes('presence');
    return (
      dependencies.includes(kind) ||
      (kind === 'leads' && concernsLead && dependencies.includes('lead'))
    );
  });
};

export const createQueries = (bridge: Bridge): Queries => {
  // Renders an answer in a microtask instead of with the next timer.
  notifyManager.setScheduler(queueMicrotask);

  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Reading the context's `signal` would cancel fetches whose components unmount.
        queryFn: async (context) => {
          const [command, input] = context.queryKey as unknown as Key;
          const page = 'pageParam' in context ? context.pageParam : {};
          const answer = await bridge.invoke(command, Object.assign({}, input, page));
          if (answer.ok) return answer.value;
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- a failure is a value of the closed list, and the query's error
          throw answer.error;
        },
        // The engine is on this computer and retries on its own.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });

  /** The last fetch in each query's queue. */
  const queued = new WeakMap<Query, Promise<void>>();
  /** Refetches that have not begun, which later requests share. */
  const waiting = new WeakMap<Query, Promise<void>>();

  /** Fetches after the running and the queued fetches of the query, in order. */
  const enqueue = (query: Query, fetch: () => Promise<unknown>): Promise<void> => {
    const start = async (): Promise<void> => {
      while (query.state.fetchStatus !== 'idle') await query.fetch().catch(() => undefined);
      await fetch();
    };
    const previous = queued.get(query);
    const run = previous === undefined ? start() : previous.then(start);
    queued.set(query, run);
    return run.finally(() => {
      if (queued.get(query) === run) queued.delete(query);
    });
  };

  const refetch = (query: Query): Promise<void> => {
    const shared = waiting.get(query);
    if (shared !== undefined) return shared;
    let isWaiting = true;
    const run = enqueue(query, async () => {
      isWaiting = false;
      waiting.delete(query);
      query.invalidate();
      if (query.isActive()) await query.fetch().catch(() => undefined);
    });
    if (isWaiting) waiting.set(query, run);
    return run;
  };

  const refetchWhere = async (isStale: (key: Key) => boolean): Promise<void> => {
    const stale = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isStale(queryKey as unknown as Key) });
    await Promise.all(stale.map(refetch));
  };

  bridge.on('changed', (change) => void refetchWhere((key) => isAffected(change, key)));
  onRestart(bridge, () => void refetchWhere(() => true));

  const refetchAll: Queries['refetch'] = (...commands) =>
    refetchWhere(([command]) => commands.includes(command));

  const setAnswer: Queries['setAnswer'] = (command, input, answer) => {
    const { queryKey } = buildQuery(command, input);
    const query = client.getQueryCache().find({ queryKey });
    // A running fetch may return an older or a newer state: it is restarted.
    const isFetching = query !== undefined && query.state.fetchStatus !== 'idle';
    if (isFetching) void query.cancel({ silent: true, revert: true });
    client.setQueryData(queryKey, answer);
    if (isFetching) void refetch(query);
  };

  return {
    client,
    refetch: refetchAll,
    fetchNext: async ({ queryKey }, readNext) => {
      const query = client.getQueryCache().find({ queryKey });
      if (query !== undefined) await enqueue(query, readNext);
    },
    setAnswer,
    showInAdvance: async (command, input, change, action) => {
      const shown = client.getQueryData(buildQuery(command, input).queryKey);
      if (shown !== undefined) setAnswer(command, input, change(shown));
      if (!(await action)) await refetchAll(command);
    },
  };
};
