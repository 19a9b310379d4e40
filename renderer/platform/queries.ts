/**
 * What the window knows of the engine and of main: the answers to its queries, kept until a change
 * makes them stale. Nothing else makes them so: no clock, no focus, no network (commands.ts).
 * Changes come in bursts, and each one says "read again": of each query one read is under way and at
 * most one waits, so that a burst costs two reads, the last one sees the newest state, and no change,
 * however many pour in, throws away an answer that is on its way.
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
import type { Bridge } from './bridge.ts';
import { uses, type Dependency, type QueryName } from './commands.ts';

/** The command and its input; those that are read page by page are kept beside single answers. */
type Key = readonly [command: QueryName, input: object, pages?: 'pages'];

export type Queries = {
  /** The cache. Errors in it are failures of the closed list. */
  readonly client: QueryClient;
  /**
   * Reads again what is shown of these commands' answers, and of the others none that was kept is
   * taken for new. Resolves when reads that began after this call have ended, well or not.
   */
  readonly reread: (...commands: readonly QueryName[]) => Promise<void>;
  /** Reads a further page when its turn has come: neither it nor a change is lost to the other. */
  readonly more: (
    pages: { readonly queryKey: readonly unknown[] },
    readNext: () => Promise<unknown>,
  ) => Promise<void>;
  /** Keeps an answer that a deed has brought along. */
  readonly keep: <C extends QueryName>(
    command: C,
    input: CommandInput<C>,
    answer: CommandOutput<C>,
  ) => void;
};

const dependenciesOf = (command: QueryName): readonly Dependency[] => uses[command];

/** How long an answer is new, for whatever begins to show it: milliseconds. */
const staleTime = (command: QueryName): number =>
  dependenciesOf(command).includes('shown') ? 0 : Infinity;

/** The query that a command with its input is: for `useAnswer` and the cache's own functions. */
export const asked = <C extends QueryName>(command: C, input: CommandInput<C>) =>
  queryOptions<CommandOutput<C>, Failure>({
    queryKey: [command, input] satisfies Key,
    staleTime: staleTime(command),
  });

/**
 * The same for a command that answers page by page.
 *
 * @param next what its input says to get the page after the given one, which is the last of `pages`
 *   and was asked for by `input`; null after the last there is
 * @param previous the same for the page before the given one, which is the first; without it there is none
 */
export const askedByPages = <C extends QueryName>(
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
    staleTime: staleTime(command),
    initialPageParam: {},
    getNextPageParam: next,
    getPreviousPageParam: previous,
  });

/** Whether a change touches something that a query depends on. */
const concerns = ({ kinds, leadIDs }: Change, [command, input]: Key): boolean => {
  const dependencies = dependenciesOf(command);
  const touchesItsLead = (): boolean =>
    leadIDs === null || ('leadID' in input && leadIDs.some((each) => each === input.leadID));
  return (
    kinds.some((kind) => dependencies.includes(kind)) ||
    (kinds.includes('leads') && dependencies.includes('lead') && touchesItsLead())
  );
};

export const createQueries = (bridge: Bridge): Queries => {
  // An answer is drawn as soon as it is here, and not with the next timer.
  notifyManager.setScheduler(queueMicrotask);

  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Whoever takes the context's `signal` has an answer thrown away when nobody shows it any more.
        queryFn: async (context) => {
          const [command, input] = context.queryKey as unknown as Key;
          const page = 'pageParam' in context ? context.pageParam : {};
          const answer = await bridge.invoke(command, Object.assign({}, input, page));
          if (answer.ok) return answer.value;
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- a failure is a value of the closed list, and the query's error
          throw answer.error;
        },
        // The engine is on this computer, and tries again itself what is worth it.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });

  /** The last of what is to be read of a query, one after the other. */
  const turns = new WeakMap<Query, Promise<void>>();
  /** A renewal that has not begun: whoever asks for another one means it. */
  const waiting = new WeakMap<Query, Promise<void>>();

  /** Reads when what is under way has ended; whatever comes first is read first, so nobody starves. */
  const inTurn = (query: Query, read: () => Promise<unknown>): Promise<void> => {
    const take = async (): Promise<void> => {
      while (query.state.fetchStatus !== 'idle') await query.fetch().catch(() => undefined);
      await read();
    };
    const before = turns.get(query);
    const turn = before === undefined ? take() : before.then(take);
    turns.set(query, turn);
    return turn.finally(() => {
      if (turns.get(query) === turn) turns.delete(query);
    });
  };

  const renew = (query: Query): Promise<void> => {
    const begun = waiting.get(query);
    if (begun !== undefined) return begun;
    let isWaiting = true;
    const turn = inTurn(query, async () => {
      isWaiting = false;
      waiting.delete(query);
      query.invalidate();
      if (query.isActive()) await query.fetch().catch(() => undefined);
    });
    if (isWaiting) waiting.set(query, turn);
    return turn;
  };

  const renewWhere = async (isStale: (key: Key) => boolean): Promise<void> => {
    const stale = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isStale(queryKey as unknown as Key) });
    await Promise.all(stale.map(renew));
  };

  bridge.on('changed', (change) => void renewWhere((key) => concerns(change, key)));
  bridge.on('engine', ({ state }) => {
    if (state === 'ready') void renewWhere(() => true);
  });

  return {
    client,
    reread: (...commands) => renewWhere(([command]) => commands.includes(command)),
    more: async ({ queryKey }, readNext) => {
      const query = client.getQueryCache().find({ queryKey });
      if (query !== undefined) await inTurn(query, readNext);
    },
    keep: (command, input, answer) => {
      const { queryKey } = asked(command, input);
      const query = client.getQueryCache().find({ queryKey });
      // A read that is under way may bring what was before, or what came after: it is begun anew.
      const isRead = query !== undefined && query.state.fetchStatus !== 'idle';
      if (isRead) void query.cancel({ silent: true, revert: true });
      client.setQueryData(queryKey, answer);
      if (isRead) void renew(query);
    },
  };
};
