/** Collects the changes of one transaction, which are published after the commit. */
import type { Change } from '../../../../contract/events.ts';
import type { ReviewName } from '../../../../contract/records.ts';
import { toLeadID } from '../../platform/store/ids.ts';

export type CustomerActivity = {
  readonly accountID: string;
  readonly lead: number;
  readonly kind: 'lead' | 'message';
  readonly at: number;
};

export type NewReview = ReviewName & {
  readonly accountID: string;
  readonly rating: number | null;
  readonly reviewer: string;
  readonly text: string;
  readonly at: number | null;
};

export type Changes = {
  readonly leads: Set<number>;
  readonly kinds: Set<Change['kinds'][number]>;
  readonly activity: CustomerActivity[];
  readonly reviews: NewReview[];
};

export const createChanges = (): Changes => ({
  leads: new Set(),
  kinds: new Set(),
  activity: [],
  reviews: [],
});

export const addChanges = (changes: Changes, more: Changes): void => {
  for (const lead of more.leads) changes.leads.add(lead);
  for (const kind of more.kinds) changes.kinds.add(kind);
  changes.activity.push(...more.activity);
  changes.reviews.push(...more.reviews);
};

export const hasChanges = ({ leads, kinds }: Changes): boolean => leads.size > 0 || kinds.size > 0;

/** Above this number no ids are listed: the window refetches its page anyway. */
const maxIDs = 100;

export const toChange = (changes: Changes): Change | null => {
  if (!hasChanges(changes)) return null;
  const { leads, kinds } = changes;
  return {
    kinds: leads.size === 0 ? [...kinds] : [...new Set([...kinds, 'leads' as const])],
    leadIDs: leads.size > maxIDs ? null : [...leads].map(toLeadID),
  };
};
