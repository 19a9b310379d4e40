/** The lead list, one lead, the marks on leads, and the numbers beside the views. */
import type { Change } from '../../../contract/events.ts';
import { fail, succeed } from '../../../contract/errors.ts';
import type { LeadDetails } from '../../../contract/records.ts';
import { businessesWithCounts, placeOfKey } from './businesses.ts';
import { leadIDOf, rowOf } from '../platform/store/ids.ts';
import { refreshLeads } from './inbox.ts';
import { leadRow, listLeads, viewCounts } from './lead-rows.ts';
import { setMarks } from './marks.ts';
import type { Store } from '../platform/store/store.ts';
import { cursorOf, placeOf } from '../platform/command/cursor.ts';
import { noSuchLead, type Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly publish: (change: Change) => void;
  /** Everything that is known of a lead; null when there is none of that number. */
  readonly details: (lead: number) => LeadDetails | null;
};

/** Handlers of `leads.*` and `views.*`. */
export const leadCommands = ({
  store,
  publish,
  details,
}: Dependencies): Handlers<'leads.list' | 'leads.get' | 'leads.mark' | 'views.counts'> => ({
  'leads.list': ({ view, business, query, cursor, limit }) => {
    const place = cursor === undefined ? null : placeOf(cursor);
    if (cursor !== undefined && place === null) {
      return fail('invalid_input', 'The cursor is not one of this list.');
    }
    const { leads, next } = listLeads(store, {
      view,
      business: business === undefined ? null : placeOfKey(business),
      query: query ?? '',
      after: place === null ? null : { at: place.at, lead: place.row },
      limit,
    });
    return succeed({
      leads: [...leads],
      next: next === null ? null : cursorOf(next.at, next.lead),
    });
  },

  'leads.get': ({ leadID }) => {
    const row = rowOf(leadID);
    const lead = row === null ? null : details(row);
    return lead === null ? noSuchLead() : succeed({ lead });
  },

  'leads.mark': ({ leadIDs, ...given }) => {
    const leads = leadIDs
      .map(rowOf)
      .filter((lead): lead is number => lead !== null && leadRow(store, lead) !== null);
    if (leads.length === 0) return noSuchLead();
    const changed = store.write(() => {
      setMarks(store, leads, given);
      return refreshLeads(store, leads);
    });
    if (changed.length > 0) publish({ kinds: ['leads'], leadIDs: changed.map(leadIDOf) });
    return succeed({});
  },

  'views.counts': ({ business }) =>
    succeed({
      counts: viewCounts(store, business === undefined ? null : placeOfKey(business)),
      businesses: [...businessesWithCounts(store)],
    }),
});
