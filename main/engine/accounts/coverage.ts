/**
 * Remembers when new leads could not come in, for services that list no leads: a lead of that time can
 * be missing for good. Kept across restarts, so that a computer that was off counts as well.
 */
import { z } from 'zod';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { allAccounts } from './rows.ts';

/** Null: every business of the account. `until` is null while it lasts. */
const gap = z.object({
  businessID: z.string().nullable(),
  from: z.number(),
  until: z.number().nullable(),
});
export type Gap = z.infer<typeof gap>;

const coverage = z.object({ coveredAt: z.number(), gaps: z.array(gap) });
export type Coverage = z.infer<typeof coverage>;

/** A shorter absence is bridged by the service's repeated deliveries. */
const longMs = 5 * 60_000;
const lookEveryMs = 30_000;
const mostGaps = 20;

/** Whatever changes a webhook is announced (`lookSoon`); without that they are read this seldom. */
const readEveryMs = 10 * 60_000;

type Facts = {
  readonly reachable: boolean;
  readonly lacksPassword: boolean;
  /** The businesses whose webhook brings no leads. */
  readonly off: readonly string[];
};

/** The businesses of webhooks that bring no leads. One that was never checked is on its way and not lost. */
export const businessesOff = (webhooks: ConnectionReport['webhooks']): readonly string[] =>
  webhooks
    .filter(({ state, checkedAt }) => state !== 'active' && (checkedAt ?? state) !== 'missing')
    .map(({ businessID }) => businessID);

/** Coverage after a look at `now`. */
export const coverageAfter = (
  { coveredAt, gaps }: Coverage,
  { reachable, lacksPassword, off }: Facts,
  now: number,
): Coverage => {
  const isOpen = (businessID: string | null): boolean =>
    gaps.some((each) => each.businessID === businessID && each.until === null);
  const isLong = now - coveredAt > longMs;
  if (!reachable || lacksPassword) {
    if (!isLong || isOpen(null)) return { coveredAt, gaps };
    return { coveredAt, gaps: [...gaps, { businessID: null, from: coveredAt, until: null }] };
  }
  const closed = gaps.map((each) =>
    each.until !== null || (each.businessID !== null && off.includes(each.businessID))
      ? each
      : { ...each, until: now },
  );
  const away = isLong && !isOpen(null) ? [{ businessID: null, from: coveredAt, until: now }] : [];
  const begun = off
    .filter((businessID) => !isOpen(businessID))
    .map((businessID) => ({ businessID, from: coveredAt, until: null }));
  return { coveredAt: now, gaps: [...closed, ...away, ...begun].slice(-mostGaps) };
};

const nameOf = (accountID: string): string => `coverage.${accountID}`;

/** When leads of an account may have been missed, the oldest first. */
export const gapsOf = (store: Store, accountID: string): readonly Gap[] =>
  recall(store, nameOf(accountID), coverage)?.gaps ?? [];

/** Forgets the gaps that are over: the professional has looked them up. */
export const dismissGaps = (store: Store, accountID: string): void => {
  const kept = recall(store, nameOf(accountID), coverage);
  if (kept === null) return;
  const gaps = kept.gaps.filter(({ until }) => until === null);
  remember(store, nameOf(accountID), { ...kept, gaps });
};

/**
 * Looks every half minute, and soon after `lookSoon`, at the connected accounts whose service lists no
 * leads; publishes a change when a gap begins or ends.
 */
export const watchCoverage = (parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly factsOf: (
    accountID: AccountID,
  ) => (Omit<Facts, 'off'> & { readonly webhooks: () => ConnectionReport['webhooks'] }) | null;
  readonly changed: () => void;
}): { readonly lookSoon: () => void; readonly stop: () => void } => {
  const { store, clock, log, factsOf, changed } = parts;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'gaps in the leads could not be looked for'),
  );
  /** Webhooks as they were read last: an account can have a thousand. */
  const known = new Map<AccountID, { readonly at: number; readonly off: readonly string[] }>();
  const offIn = (accountID: AccountID, read: () => ConnectionReport['webhooks']) => {
    const now = clock.steady();
    const before = known.get(accountID);
    if (before !== undefined && now - before.at < readEveryMs) return before.off;
    const off = businessesOff(read());
    known.set(accountID, { at: now, off });
    return off;
  };
  const look = (): void => {
    schedule.in('look', lookEveryMs, look);
    const now = clock.now();
    let isNews = false;
    for (const { accountID, connected, listsLeads, practice } of allAccounts(store)) {
      const facts = connected && listsLeads === false && !practice ? factsOf(accountID) : null;
      if (facts === null) continue;
      const name = nameOf(accountID);
      const before = recall(store, name, coverage) ?? { coveredAt: now, gaps: [] };
      const off = offIn(accountID, facts.webhooks);
      const after = coverageAfter(before, { ...facts, off }, now);
      isNews ||= JSON.stringify(before.gaps) !== JSON.stringify(after.gaps);
      remember(store, name, after);
    }
    if (isNews) changed();
  };
  schedule.in('look', lookEveryMs, look);
  return {
    lookSoon: () => {
      known.clear();
      schedule.in('look', 200, look);
    },
    stop: schedule.stop,
  };
};
