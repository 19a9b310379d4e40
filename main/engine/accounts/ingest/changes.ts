/** What one transaction has changed, gathered while it runs and told when it is committed. */
import type { Change } from '../../../../contract/events.ts';
import type { ReviewName } from '../../../../contract/records.ts';
import { leadIDOf } from '../../platform/store/ids.ts';

/** Something that a customer did and that was not known before. */
export type CustomerActivity = {
  readonly accountID: string;
  readonly lead: number;
  /** `lead`: the request itself. */
  readonly kind: 'lead' | 'message';
  /** When the customer did it, in UTC milliseconds. */
  readonly at: number;
};

/** A review that a delivery brought. */
export type NewReview = ReviewName & {
  readonly accountID: string;
  readonly rating: number | null;
  readonly reviewer: string;
  readonly text: string;
  /** When the customer wrote it, in UTC milliseconds; null where the service does not say. */
  readonly at: number | null;
};

export type Changes = {
  readonly leads: Set<number>;
  readonly kinds: Set<Change['kinds'][number]>;
  readonly activity: CustomerActivity[];
  readonly reviews: NewReview[];
};

export const noChanges = (): Changes => ({
  leads: new Set(),
  kinds: new Set(),
  activity: [],
  reviews: [],
});

/** Adds `more`. */
export const addChanges = (changes: Changes, more: Changes): void => {
  for (const lead of more.leads) changes.leads.add(lead);
  for (const kind of more.kinds) changes.kinds.add(kind);
  changes.activity.push(...more.activity);
  changes.reviews.push(...more.reviews);
};

/** More ids than this are not worth listing: the window reads its page again anyway. */
const mostIDs = 100;

/** The change to publish, or null when nothing changed. */
export const changeOf = ({ leads, kinds }: Changes): Change | null => {
  if (leads.size === 0 && kinds.size === 0) return null;
  return {
    kinds: leads.size === 0 ? [...kinds] : [...new Set([...kinds, 'leads' as const])],
    leadIDs: leads.size > mostIDs ? null : [...leads].map(leadIDOf),
  };
};
