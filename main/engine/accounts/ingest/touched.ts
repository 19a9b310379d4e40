/** What one transaction has changed, gathered while it runs and told when it is committed. */
import type { Change } from '../../../../contract/events.ts';
import { leadIDOf } from '../../platform/store/ids.ts';

/** Something that a customer did and that was not known before. */
export type News = {
  readonly accountID: string;
  readonly lead: number;
  /** `lead`: the request itself. */
  readonly kind: 'lead' | 'message';
  /** When the customer did it, in UTC milliseconds. */
  readonly at: number;
};

export type Touched = {
  readonly leads: Set<number>;
  readonly kinds: Set<Change['kinds'][number]>;
  readonly news: News[];
};

export const nothingTouched = (): Touched => ({ leads: new Set(), kinds: new Set(), news: [] });

/** Adds what `more` has touched. */
export const addTouched = (touched: Touched, more: Touched): void => {
  for (const lead of more.leads) touched.leads.add(lead);
  for (const kind of more.kinds) touched.kinds.add(kind);
  touched.news.push(...more.news);
};

/** More ids than this are not worth listing: the window reads its page again anyway. */
const mostIDs = 100;

/** The change to publish, or null when nothing changed. */
export const changeOf = ({ leads, kinds }: Touched): Change | null => {
  if (leads.size === 0 && kinds.size === 0) return null;
  return {
    kinds: leads.size === 0 ? [...kinds] : [...new Set([...kinds, 'leads' as const])],
    leadIDs: leads.size > mostIDs ? null : [...leads].map(leadIDOf),
  };
};
