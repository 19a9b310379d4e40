/** Handlers of the lead list, one lead, the marks on leads and the counts of the views. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { hasCondition } from '../../../contract/search-query.ts';
import type { LeadDetails } from '../../../contract/records.ts';
import { arrivedSince } from './arrived.ts';
import { businessesWithCounts, placeOfKey } from './businesses.ts';
import { rowOf } from '../platform/store/ids.ts';
import { shownAmong } from './inbox.ts';
import { leadCounts } from './counts.ts';
import { placeOfCursor } from './list.ts';
import type { Mark } from './marking.ts';
import { setMarks } from './marks.ts';
import { readUpTo } from './read-mark.ts';
import { findPage, leadsWithin, type PageStart } from './pages.ts';
import { selectionCommands } from './selection-commands.ts';
import { aheadOf, type Clock } from '../../clock/clock.ts';
import { allSteps, runSteps, type Slices, type Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { noSuchLead, type EngineCommand, type Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly mark: Mark;
  /** Returns all details of a lead; null for an unknown number. */
  readonly details: (lead: number) => LeadDetails | null;
  /** Called when leads are no longer archived. */
  readonly reopened: (leads: readonly number[]) => void;
  /** Called after a change of job status. */
  readonly jobStatusChanged: () => void;
};

/** Milliseconds after which a page of a search ends early. */
const searchMs = 100;

const stopping = (): Answer<never> => fail('engine_unavailable', 'The engine is stopping.');
const notOfThisList = (): Answer<never> =>
  fail('invalid_input', 'The list has no such place, or not for this question.');

/** Handlers of `leads.*`, `selection.*` and `views.*`. */
export const leadCommands = ({
  store,
  clock,
  slices,
  mark,
  details,
  reopened,
  jobStatusChanged,
}: Dependencies): Handlers<
  | 'leads.list'
  | 'leads.arrived'
  | 'leads.within'
  | 'leads.get'
  | 'leads.mark'
  | 'leads.seen'
  | 'views.counts'
  | Extract<EngineCommand, `selection.${string}`>
> => {
  const startTimer = () => {
    const end = clock.steady() + searchMs;
    return () => clock.steady() >= end;
  };

  /** A search runs in slices; a list without a search is read at once. */
  const answerOf = async <T>(query: string, steps: Steps<T>): Promise<T | undefined> =>
    hasCondition(query) ? runSteps(slices.runAsked, steps) : allSteps(steps);

  return {
    ...selectionCommands({ store, clock, slices, mark, reopened, jobStatusChanged }),

    'leads.list': async ({
      view,
      business,
      query,
      everywhere,
      position,
      cursor,
      before,
      limit,
    }) => {
      const isEverywhere = everywhere === true && hasCondition(query ?? '');
      const inOrderOf = isEverywhere ? 'all' : view;
      const starts: PageStart[] = [];
      if (position !== undefined) starts.push({ position });
      for (const [name, wanted] of [
        ['after', cursor],
        ['before', before],
      ] as const) {
        if (wanted === undefined) continue;
        const place = placeOfCursor(inOrderOf, wanted);
        if (place === null) return notOfThisList();
        starts.push(name === 'after' ? { after: place } : { before: place });
      }
      if (starts.length > 1) return notOfThisList();
      const question = {
        view,
        business: business === undefined ? null : placeOfKey(business),
        isEverywhere,
        query: query ?? '',
        start: starts[0] ?? null,
        now: clock.now(),
        ahead: aheadOf(clock),
        limit,
      };
      const page = await answerOf(question.query, findPage(store, question, startTimer));
      if (page === undefined) return stopping();
      return page === null ? notOfThisList() : succeed(page);
    },

    'leads.within': async ({ view, business, query, everywhere, leadIDs, from, to, position }) => {
      const isEverywhere = everywhere === true && hasCondition(query ?? '');
      const inOrderOf = isEverywhere ? 'all' : view;
      const [first, last] = [from, to].map((edge) => edge && placeOfCursor(inOrderOf, edge));
      if ((from !== null && !first) || (to !== null && !last)) return notOfThisList();
      const question = {
        view,
        business: business === undefined ? null : placeOfKey(business),
        isEverywhere,
        query: query ?? '',
        now: clock.now(),
        leadIDs,
        ahead: aheadOf(clock),
        from: first || null,
        to: last || null,
        position,
      };
      const found = await answerOf(question.query, leadsWithin(store, question));
      return found === undefined ? stopping() : succeed(found);
    },

    'leads.arrived': ({ view, business, mark: since }) =>
      succeed(
        arrivedSince(
          store,
          { view, business: business === undefined ? null : placeOfKey(business) },
          since ?? null,
        ),
      ),

    'leads.get': ({ leadID }) => {
      const row = rowOf(leadID);
      const lead = row === null ? null : details(row);
      return lead === null ? noSuchLead() : succeed({ lead });
    },

    'leads.mark': async ({ leadIDs, ...markChanges }) => {
      const leads = shownAmong(
        store,
        leadIDs.map(rowOf).filter((lead) => lead !== null),
      );
      if (leads.length === 0) return noSuchLead();
      if (markChanges.jobStatus !== undefined) jobStatusChanged();
      const isWhole = await mark(leads, (some) => setMarks(store, some, markChanges));
      if (!isWhole) return stopping();
      if (markChanges.archived === false) reopened(leads);
      return succeed({});
    },

    'leads.seen': async ({ leadID, upTo }) => {
      const lead = rowOf(leadID);
      const leads = lead === null ? [] : shownAmong(store, [lead]);
      if (leads.length === 0) return noSuchLead();
      await mark(leads, (some) => {
        for (const each of some) readUpTo(store, each, upTo);
        return ['read'];
      });
      return succeed({});
    },

    'views.counts': ({ business }) =>
      succeed({
        counts: leadCounts(store, business === undefined ? null : placeOfKey(business)),
        businesses: [...businessesWithCounts(store)],
      }),
  };
};
