/**
 * Records gaps in which new leads could not arrive, for services that list no leads. Gaps are
 * stored, so that the time while the computer was off counts.
 */
import { z } from 'zod';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { listAccounts } from './rows.ts';
import type { EngineDependencies } from './runtime.ts';

/** `businessID` is null for all businesses; `until` is null while the gap is open. */
const gap = z.object({
  businessID: z.string().nullable(),
  from: z.number(),
  until: z.number().nullable(),
});
const coverage = z.object({ coveredAt: z.number(), gaps: z.array(gap) });
export type Coverage = z.infer<typeof coverage>;

/** The service's retries cover a shorter gap. */
const minGapMs = 5 * 60_000;
const checkEveryMs = 30_000;
const maxClosedGaps = 20;

/** The states of webhooks are cached for this time, or until `checkSoon`. */
const readEveryMs = 10 * 60_000;

/** `uncovered`: the result of `listUncoveredBusinesses`. */
type Facts = {
  readonly reachable: boolean;
  readonly lacksPassword: boolean;
  readonly uncovered: readonly string[];
};

/** Returns the businesses whose webhook delivers no leads, without those still being registered. */
export const listUncoveredBusinesses = (
  webhooks: ConnectionReport['webhooks'],
): readonly string[] =>
  webhooks
    .filter(({ state, checkedAt }) => state !== 'active' && (checkedAt ?? state) !== 'missing')
    .map(({ businessID }) => businessID);

/** Opens and closes gaps according to the facts at `now`. */
export const computeCoverage = (
  before: Coverage,
  { reachable, lacksPassword, uncovered }: Facts,
  now: number,
): Coverage => {
  const { gaps } = before;
  // The clock may have been set back.
  const coveredAt = Math.min(before.coveredAt, now);
  const isOpen = (businessID: string | null): boolean =>
    gaps.some((each) => each.businessID === businessID && each.until === null);
  const isLong = now - coveredAt > minGapMs;
  if (!reachable || lacksPassword) {
    if (!isLong || isOpen(null)) return { coveredAt, gaps };
    return { coveredAt, gaps: [...gaps, { businessID: null, from: coveredAt, until: null }] };
  }
  const existing = gaps.map((each) =>
    each.until !== null || (each.businessID !== null && uncovered.includes(each.businessID))
      ? each
      : { ...each, until: now },
  );
  const missedGap =
    isLong && !isOpen(null) ? [{ businessID: null, from: coveredAt, until: now }] : [];
  const openedGaps = uncovered
    .filter((businessID) => !isOpen(businessID))
    .map((businessID) => ({ businessID, from: coveredAt, until: null }));
  const all = [...existing, ...missedGap, ...openedGaps];
  // Open gaps are never dropped: the next check would open them again.
  const droppedGaps = all.filter(({ until }) => until !== null).slice(0, -maxClosedGaps);
  return { coveredAt: now, gaps: all.filter((each) => !droppedGaps.includes(each)) };
};

const getSettingName = (accountID: string): string => `coverage.${accountID}`;

export const readGaps = (store: Store, accountID: string): Coverage['gaps'] =>
  readSetting(store, getSettingName(accountID), coverage)?.gaps ?? [];

/** Removes an account's closed gaps after the professional has seen them. */
export const dismissGaps = (store: Store, accountID: string): void => {
  const stored = readSetting(store, getSettingName(accountID), coverage);
  if (stored === null) return;
  const gaps = stored.gaps.filter(({ until }) => until === null);
  storeSetting(store, getSettingName(accountID), { ...stored, gaps });
};

/** Checks the connected accounts without lists of leads, except practice. Calls `onChange` when gaps changed. */
export const watchCoverage = (
  dependencies: Pick<EngineDependencies, 'store' | 'clock' | 'log'> & {
    readonly readFacts: (
      accountID: AccountID,
    ) =>
      | (Omit<Facts, 'uncovered'> & { readonly readWebhooks: () => ConnectionReport['webhooks'] })
      | null;
    readonly onChange: () => void;
  },
) => {
  const { store, clock, log, readFacts, onChange } = dependencies;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'coverage could not be checked'),
  );
  /** Cached, because an account can have a thousand webhooks. */
  const cache = new Map<AccountID, { at: number; uncovered: readonly string[] }>();
  const readUncovered = (accountID: AccountID, read: () => ConnectionReport['webhooks']) => {
    const now = clock.steady();
    const before = cache.get(accountID);
    if (before !== undefined && now - before.at < readEveryMs) return before.uncovered;
    const uncovered = listUncoveredBusinesses(read());
    cache.set(accountID, { at: now, uncovered });
    return uncovered;
  };
  const check = (): void => {
    schedule.in('check', checkEveryMs, check);
    const now = clock.now();
    let hasChanged = false;
    for (const { accountID, connected, listsLeads, practice } of listAccounts(store)) {
      const facts = connected && listsLeads === false && !practice ? readFacts(accountID) : null;
      if (facts === null) continue;
      const name = getSettingName(accountID);
      const before = readSetting(store, name, coverage) ?? { coveredAt: now, gaps: [] };
      const uncovered = readUncovered(accountID, facts.readWebhooks);
      const after = computeCoverage(before, { ...facts, uncovered }, now);
      hasChanged ||= JSON.stringify(before.gaps) !== JSON.stringify(after.gaps);
      storeSetting(store, name, after);
    }
    if (hasChanged) onChange();
  };
  schedule.in('check', checkEveryMs, check);
  return {
    checkSoon: (): void => {
      cache.clear();
      schedule.in('check', 200, check);
    },
    stop: schedule.stop,
  };
};
