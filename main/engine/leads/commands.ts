/** Handlers of `leads.*`, `selection.*` and `views.*`. */
import { succeed } from '../../../contract/errors.ts';
import type { LeadDetails } from '../../../contract/records.ts';
import { readArrivals } from './arrived.ts';
import { listBusinesses, parseBusinessKey } from './businesses.ts';
import { toRow, toRows } from '../platform/store/ids.ts';
import { filterListed } from './inbox.ts';
import { readLeadCounts } from './counts.ts';
import { decodePlace, decodeRange } from './list.ts';
import { setMarks } from './marks.ts';
import { markMentionsSeen } from './mentions.ts';
import { markReadUpTo } from './read-mark.ts';
import { findPage, findLeadsWithin, type PageStart } from './pages.ts';
import { failInvalidPlace, createSelectionCommands } from './selection-commands.ts';
import { computeClockOffset } from '../../clock/clock.ts';
import { runAllSteps, runSteps, type Steps } from '../platform/slices.ts';
import { startTimer } from './timer.ts';
import { resolveQuestion, type Question, type ResolvedQuestion } from './selection.ts';
import {
  failStopping,
  failNoSuchLead,
  type EngineCommand,
  type Handlers,
} from '../platform/command/handler.ts';

type Dependencies = Parameters<typeof createSelectionCommands>[0] & {
  readonly readDetails: (lead: number) => LeadDetails | null;
};

/** Milliseconds after which a page of a search ends early. */
const searchMs = 100;
/** The same for a search among changed leads. */
const changedSearchMs = 2_000;

export const createLeadCommands = (
  dependencies: Dependencies,
): Handlers<
  Exclude<
    Extract<EngineCommand, `${'leads' | 'selection' | 'views'}.${string}`>,
    'leads.ofCustomer'
  >
> => {
  const { store, clock, slices, mark, readDetails, onReopened, onJobStatusChanged } = dependencies;
  const resolve = (question: Question): ResolvedQuestion =>
    resolveQuestion(store, clock.now(), question);

  /** Runs a search in slices, and anything else immediately. */
  const runQuery = async <T>({ plan }: ResolvedQuestion, steps: Steps<T>): Promise<T | undefined> =>
    plan === null ? runAllSteps(steps) : runSteps(slices.runAsked, steps);

  return {
    ...createSelectionCommands(dependencies),

    'leads.list': async ({ position, cursor, before, limit, ...input }) => {
      const question = resolve(input);
      const [after, above] = [cursor, before].map(
        (edge) => edge && decodePlace(question.list.view, edge),
      );
      if ((cursor !== undefined && !after) || (before !== undefined && !above))
        return failInvalidPlace();
      const starts: PageStart[] = [];
      if (position !== undefined) starts.push({ position });
      if (after) starts.push({ after });
      if (above) starts.push({ before: above });
      if (starts.length > 1) return failInvalidPlace();
      const startSearchTimer = () => startTimer(clock, searchMs);
      const wanted = { start: starts[0] ?? null, limit, ahead: computeClockOffset(clock) };
      const page = await runQuery(question, findPage(store, question, wanted, startSearchTimer));
      if (page === undefined) return failStopping();
      return page === null ? failInvalidPlace() : succeed(page);
    },

    'leads.within': async ({ leadIDs, from, to, position, ...input }) => {
      const question = resolve(input);
      const edges = decodeRange(question.list.view, { from, to });
      if (edges === null) return failInvalidPlace();
      const range = { leadIDs, ...edges, position, ahead: computeClockOffset(clock) };
      const isTimeUp = startTimer(clock, changedSearchMs);
      const found = await runQuery(question, findLeadsWithin(store, question, range, isTimeUp));
      return found === undefined ? failStopping() : succeed(found);
    },

    'leads.arrived': ({ view, business, mark: since }) =>
      succeed(readArrivals(store, { view, business: parseBusinessKey(business) }, since ?? null)),

    'leads.get': ({ leadID }) => {
      const row = toRow(leadID);
      const lead = row === null ? null : readDetails(row);
      return lead === null ? failNoSuchLead() : succeed({ lead });
    },

    'leads.mark': async ({ leadIDs, ...markChanges }) => {
      const leads = filterListed(store, toRows(leadIDs));
      if (leads.length === 0) return failNoSuchLead();
      if (markChanges.jobStatus !== undefined) onJobStatusChanged();
      const isWhole = await mark(leads, (some) => setMarks(store, some, markChanges));
      if (!isWhole) return failStopping();
      if (markChanges.archived === false) onReopened(leads);
      return succeed({});
    },

    'leads.seen': async ({ leadID, upTo }) => {
      const lead = toRow(leadID);
      const leads = lead === null ? [] : filterListed(store, [lead]);
      if (leads.length === 0) return failNoSuchLead();
      await mark(leads, (some) => {
        for (const each of some) {
          markReadUpTo(store, each, upTo);
          markMentionsSeen(store, each);
        }
        return ['read'];
      });
      return succeed({});
    },

    'views.counts': ({ business }) =>
      succeed({
        counts: readLeadCounts(store, parseBusinessKey(business)),
        businesses: [...listBusinesses(store)],
      }),
  };
};
