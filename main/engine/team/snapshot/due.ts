/** Decides when the team's snapshot must be written again. */
import type { TeamAccount } from '../lead-keys.ts';
import type { ReadHead, SnapshotHead } from './format.ts';

const dayMs = 24 * 60 * 60_000;
const weekMs = 7 * dayMs;
/** Leads since the last snapshot that are worth another within the day. */
const manyMore = 100;
const growth = 1.1;

/** An account of this desktop with its number of leads. */
export type Counted = TeamAccount & { readonly leads: number };
/** The head of the last snapshot, and when it was stored. */
export type Found = { readonly read: ReadHead; readonly at: number };

/** Number of an account's leads in a snapshot. */
export const countIn = (head: SnapshotHead, { key }: TeamAccount): number => head.leads[key] ?? 0;

/** True if this desktop has fewer leads of an account's service: another account may serve them by now. */
export const hasFewer = (
  head: SnapshotHead,
  accounts: readonly Counted[],
  { service }: TeamAccount,
): boolean =>
  accounts
    .filter((each) => each.service === service)
    .reduce((sum, each) => sum + each.leads - countIn(head, each), 0) < 0;

/**
 * True if the snapshot must be written. A desktop with fewer leads than the last one leaves that to others, while the
 * log still has later deliveries.
 */
export const isDue = (found: Found | null, accounts: readonly Counted[], now: number): boolean => {
  const total = accounts.reduce((sum, { leads }) => sum + leads, 0);
  if (total === 0 || found === null) return total > 0;
  const { read, at } = found;
  const age = Math.abs(now - at);
  if (!read.ok && read.code === 'newer') return false;
  const before = read.ok ? read.head : read.before;
  if (before !== null && accounts.some((each) => hasFewer(before, accounts, each)))
    return age > weekMs;
  if (age > dayMs) return true;
  if (!read.ok) return before !== null || read.code === 'damaged';
  const { head } = read;
  if (accounts.some((each) => each.leads > 0 && countIn(head, each) === 0)) return true;
  const stored = Object.values(head.leads).reduce((sum, leads) => sum + leads, 0);
  return head.isWhole && total > stored * growth + manyMore;
};
