/** Handlers of `leads.*`, `selection.*` and `views.*`. */
import { succeed } from '../../../contract/errors.ts';
import { hasCondition } from '../../../contract/search-query.ts';
import type { LeadDetails } from '../../../contract/records.ts';
import { arrivedSince } from './arrived.ts';
import { businessesWithCounts, businessOf } from './businesses.ts';
import { rowOf, rowsOf } from '../platform/store/ids.ts';
import { filterListed } from './inbox.ts';
import { leadCounts } from './counts.ts';
import { placeOfCursor } from './list.ts';
import type { Mark } from './marking.ts';
import { setMarks } from './marks.ts';
import { seeMentions } from './mentions.ts';
import { readUpTo } from './read-mark.ts';
import { findPage, leadsWithin, type PageStart } from './pages.ts';
import { invalidPlace, selectionCommands } from './selection-commands.ts';
import { aheadOf, type Clock } from '../../clock/clock.ts';
import { allSteps, runSteps, type Slices, type Steps } from '../platform/slices.ts';
import type { Question } from './selection.ts';
import type { Store } from '../platform/store/store.ts';
import {
  engineStopping,
  noSuchLead,
  type EngineCommand,
  type Handlers,
} from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly mark: Mark;
  /** Null for an unknown number. */
  readonly details: (lead: number) => LeadDetails | null;
  /** Called when leads are no longer archived. */
  readonly reopened: (leads: readonly number[]) => void;
  readonly jobStatusChanged: () => void;
};

/** Milliseconds after which a page of a search ends early. */
const searchMs = 100;
/** The same for a search among changed leads. */
const changedSearchMs = 2_000;

export const leadCommands = (
  dependencies: Dependencies,
): Handlers<
  | 'leads.list'
  | 'leads.arrived'
  | 'leads.within'
  | 'leads.get'
  | 'leads.mark'
  | 'leads.seen'
  | 'views.counts'
  | Extract<EngineCommand, `selection.${string}`>
> => {
  const { store, clock, slices, mark, details, reopened, jobStatusChanged } = dependencies;
  const startTimer = (ms = searchMs) => {
    const end = clock.steady() + ms;
    return () => clock.steady() >= end;
  };

  /** Runs a search in slices, and anything else immediately. */
  const runQuery = async <T>(query: string, steps: Steps<T>): Promise<T | undefined> =>
    hasCondition(query) ? runSteps(slices.runAsked, steps) : allSteps(steps);

  const questionOf = ({ view, business, query = '', everywhere }: Question) => ({
    view,
    business: businessOf(business),
    isEverywhere: everywhere === true && hasCondition(query),
    query,
    now: clock.now(),
    ahead: aheadOf(clock),
  });

  return {
    ...selectionCommands(dependencies),

    'leads.list': async ({ position, cursor, before, limit, ...input }) => {
      const base = questionOf(input);
      const [after, above] = [cursor, before].map(
        (edge) => edge && placeOfCursor(base.isEverywhere ? 'all' : base.view, edge),
      );
      if ((cursor !== undefined && !after) || (before !== undefined && !above))
        return invalidPlace();
      const starts: PageStart[] = [];
      if (position !== undefined) starts.push({ position });
      if (after) starts.push({ after });
      if (above) starts.push({ before: above });
      if (starts.length > 1) return invalidPlace();
      const question = { ...base, start: starts[0] ?? null, limit };
      const page = await runQuery(question.query, findPage(store, question, startTimer));
      if (page === undefined) return engineStopping();
      return page === null ? invalidPlace() : succeed(page);
    },

    'leads.within': async ({ leadIDs, from, to, position, ...input }) => {
      const base = questionOf(input);
      const [first, last] = [from, to].map(
        (edge) => edge && placeOfCursor(base.isEverywhere ? 'all' : base.view, edge),
      );
      if ((from !== null && !first) || (to !== null && !last)) return invalidPlace();
      const question = { ...base, leadIDs, from: first || null, to: last || null, position };
      const found = await runQuery(
        question.query,
        leadsWithin(store, question, startTimer(changedSearchMs)),
      );
      return found === undefined ? engineStopping() : succeed(found);
    },

    'leads.arrived': ({ view, business, mark: since }) =>
      succeed(arrivedSince(store, { view, business: businessOf(business) }, since ?? null)),

    'leads.get': ({ leadID }) => {
      const row = rowOf(leadID);
      const lead = row === null ? null : details(row);
      return lead === null ? noSuchLead() : succeed({ lead });
    },

    'leads.mark': async ({ leadIDs, ...markChanges }) => {
      const leads = filterListed(store, rowsOf(leadIDs));
      if (leads.length === 0) return noSuchLead();
      if (markChanges.jobStatus !== undefined) jobStatusChanged();
      const isWhole = await mark(leads, (some) => setMarks(store, some, markChanges));
      if (!isWhole) return engineStopping();
      if (markChanges.archived === false) reopened(leads);
      return succeed({});
    },

    'leads.seen': async ({ leadID, upTo }) => {
      const lead = rowOf(leadID);
      const leads = lead === null ? [] : filterListed(store, [lead]);
      if (leads.length === 0) return noSuchLead();
      await mark(leads, (some) => {
        for (const each of some) {
          readUpTo(store, each, upTo);
          seeMentions(store, each);
        }
        return ['read'];
      });
      return succeed({});
    },

    'views.counts': ({ business }) =>
      succeed({
        counts: leadCounts(store, businessOf(business)),
        businesses: [...businessesWithCounts(store)],
      }),
  };
};
