/** What one transaction has changed, gathered while it runs and told when it is committed. */
import type { Change } from '../../../../contract/events.ts';
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

export type Changes = {
  readonly leads: Set<number>;
  readonly kinds: Set<Change['kinds'][number]>;
  readonly activity: CustomerActivity[];
};

export const noChanges = (): Changes => ({ leads: new Set(), kinds: new Set(), activity: [] });

/** Adds `more`. */
export const addChanges = (changes: Changes, more: Changes): void => {
  for (const lead of more.leads) changes.leads.add(lead);
  for (const kind of more.kinds) changes.kinds.add(kind);
  changes.activity.push(...more.activity);
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
