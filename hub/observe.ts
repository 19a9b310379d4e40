/**
 * Figures that the log servers know without trusting a member: how far behind the connected desktops are, how full
 * the logs are, how many duties have a holder, and how old the grants' tokens are. Read when the metrics are requested;
 * they name no team.
 */
import type { Clock } from '../main/clock/clock.ts';
import type { Connection } from './connections.ts';
import { maxLogSize, stream } from './credentials.ts';
import type { Grants } from './grants.ts';
import type { Metrics } from './metrics.ts';
import type { TeamAccounts } from './team-accounts.ts';
import { limitWait } from './limit-wait.ts';

const parallelTeams = 8;
/** Milliseconds after which figures are read again. */
const freshMs = 10_000;
/** Milliseconds for which metrics wait for the log servers before they report the previous figures. */
const patienceMs = 2_000;
/** Labels with the most entries that such a desktop has not been sent. */
const lags = [
  ['none', 0],
  ['100', 100],
  ['1000', 1_000],
  ['more', Infinity],
] as const;

type Observed = { readonly lags: number[]; readonly duties: number; readonly bytes: number };

const observeTeam = async ({ jsm }: Connection): Promise<Observed> => {
  const { state } = await jsm.streams.info(stream, { subjects_filter: 'duty.>' });
  const pending: number[] = [];
  for await (const { num_pending: left } of jsm.consumers.list(stream)) pending.push(left);
  return { lags: pending, duties: Object.keys(state.subjects ?? {}).length, bytes: state.bytes };
};

/** Returns a function that brings the gauges up to date. A team whose log does not answer is left out. */
export const createObserver = (
  accounts: Pick<TeamAccounts, 'listOpened'>,
  grants: Pick<Grants, 'list'>,
  clock: Clock,
  { desktops, duties, fullest, oldestRefresh }: Metrics,
): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  let readAt = -Infinity;

  const observe = async (): Promise<void> => {
    const waiting = await accounts.listOpened();
    const observed: Observed[] = [];
    const observeTeams = async (): Promise<void> => {
      for (let team = waiting.pop(); team !== undefined; team = waiting.pop())
        await observeTeam(team).then(
          (each) => observed.push(each),
          () => undefined,
        );
    };
    await Promise.all(Array.from({ length: parallelTeams }, observeTeams));
    const all = observed.flatMap((each) => each.lags);
    let above = -1;
    for (const [behind, most] of lags) {
      const from = above;
      desktops.set({ behind }, all.filter((lag) => lag > from && lag <= most).length);
      above = most;
    }
    duties.set(observed.reduce((sum, each) => sum + each.duties, 0));
    fullest.set(Math.max(0, ...observed.map(({ bytes }) => bytes / maxLogSize)));
    const connected = (await grants.list('*')).filter(({ state }) => state === 'connected');
    const now = clock.now();
    oldestRefresh.set(
      Math.max(0, ...connected.map(({ refreshed = now }) => (now - refreshed) / 1_000)),
    );
    readAt = performance.now();
  };

  return () => {
    if (performance.now() - readAt < freshMs) return Promise.resolve();
    // Without the log the other metrics are still useful.
    running ??= observe()
      .catch(() => undefined)
      .finally(() => (running = null));
    return limitWait(clock, patienceMs, running, undefined);
  };
};
