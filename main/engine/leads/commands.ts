/** Handlers of `leads.*`, `selection.*` and `views.*`. */
import { succeed } from '../../../contract/errors.ts';
import type { LeadDetails } from '../../../contract/records.ts';
import { arrivedSince } from './arrived.ts';
import { businessesWithCounts, businessOf } from './businesses.ts';
import { rowOf, rowsOf } from '../platform/store/ids.ts';
import { filterListed } from './inbox.ts';
import { leadCounts } from './counts.ts';
import { placeOfCursor } from './list.ts';
import { setMarks } from './marks.ts';
import { seeMentions } from './mentions.ts';
import { readUpTo } from './read-mark.ts';
import { findPage, leadsWithin, type PageStart } from './pages.ts';
import { invalidPlace, selectionCommands } from './selection-commands.ts';
import { aheadOf } from '../../clock/clock.ts';
import { allSteps, runSteps, type Steps } from '../platform/slices.ts';
import { resolveQuestion, type Question, type ResolvedQuestion } from './selection.ts';
import {
  engineStopping,
  noSuchLead,
  type EngineCommand,
  type Handlers,
} from '../platform/command/handler.ts';

type Dependencies = Parameters<typeof selectionCommands>[0] & {
  readonly details: (lead: number) => LeadDetails | null;
};

/** Milliseconds after which a page of a search ends early. */
const searchMs = 100;
/** The same for a search among changed leads. */
const changedSearchMs = 2_000;

export const leadCommands = (
  dependencies: Dependencies,
): Handlers<
  Exclude<
    Extract<EngineCommand, `${'leads' | 'selection' | 'views'}.${string}`>,
    'leads.ofCustomer'
  >
> => {
  const { store, clock, slices, mark, details, reopened, jobStatusChanged } = dependencies;
  const startTimer = (ms = searchMs) => {
    const end = clock.steady() + ms;
    return () => clock.steady() >= end;
  };

  const resolve = (question: Question): ResolvedQuestion =>
    resolveQuestion(store, clock.now(), question);

  /** Runs a search in slices, and anything else immediately. */
  const runQuery = async <T>({ plan }: ResolvedQuestion, steps: Steps<T>): Promise<T | undefined> =>
    plan === null ? allSteps(steps) : runSteps(slices.runAsked, steps);

  return {
    ...selectionCommands(dependencies),

    'leads.list': async ({ position, cursor, before, limit, ...input }) => {
      const question = resolve(input);
      const [after, above] = [cursor, before].map(
        (edge) => edge && placeOfCursor(question.list.view, edge),
      );
      if ((cursor !== undefined && !after) || (before !== undefined && !above))
        return invalidPlace();
      const starts: PageStart[] = [];
      if (position !== undefined) starts.push({ position });
      if (after) starts.push({ after });
      if (above) starts.push({ before: above });
      if (starts.length > 1) return invalidPlace();
      const wanted = { start: starts[0] ?? null, limit, ahead: aheadOf(clock) };
      const page = await runQuery(question, findPage(store, question, wanted, startTimer));
      if (page === undefined) return engineStopping();
      return page === null ? invalidPlace() : succeed(page);
    },

    'leads.within': async ({ leadIDs, from, to, position, ...input }) => {
      const question = resolve(input);
      const [first, last] = [from, to].map(
        (edge) => edge && placeOfCursor(question.list.view, edge),
      );
      if ((from !== null && !first) || (to !== null && !last)) return invalidPlace();
      const edges = { from: first || null, to: last || null };
      const range = { leadIDs, ...edges, position, ahead: aheadOf(clock) };
      const isTimeUp = startTimer(changedSearchMs);
      const found = await runQuery(question, leadsWithin(store, question, range, isTimeUp));
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
