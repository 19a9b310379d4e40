/** Handlers of `selection.*`: many leads are selected, summarized and marked in one action. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { maxMarked, maxSelected } from '../../../contract/limits.ts';
import type { Clock } from '../../clock/clock.ts';
import { failStopping, type EngineCommand, type Handlers } from '../platform/command/handler.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import { toLeadID, toRow, toRows } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import {
  listArchivedBy,
  findOrCreateBatch,
  listChangedLeads,
  countChanged,
  removeFromBatch,
  findBatch,
  setMarksInBatch,
  undoBatch,
} from './batches.ts';
import { decodePlace, decodeRange, encodePlace, type List } from './list.ts';
import type { Mark } from './marking.ts';
import {
  resolveQuestion,
  countAllOf,
  countView,
  findBetween,
  findIn,
  readCutoff,
  readNextOfAll,
  type ResolvedQuestion,
  type Question,
} from './selection.ts';
import { createFacts, type Facts } from './selection-facts.ts';
import { startTimer } from './timer.ts';
import { countFullOfTags, listNotWaiting } from './unmarkable.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly mark: Mark;
  /** Called when leads are no longer archived. */
  readonly onReopened: (leads: readonly number[]) => void;
  readonly onJobStatusChanged: () => void;
};

/** Leads between two checks of the time. */
const leadsPerCheck = 500;

/** Milliseconds after which a search for a selection ends. */
const searchMs = 5_000;

export const failInvalidPlace = (): Answer<never> =>
  fail('invalid_input', 'The list has no such place, or not for this question.');
const failInvalidSelection = (): Answer<never> =>
  fail('invalid_input', 'A selection is leads, or all of a view.');

export const createSelectionCommands = (
  dependencies: Dependencies,
): Handlers<Extract<EngineCommand, `selection.${string}`>> => {
  const { store, clock, slices, mark, onReopened, onJobStatusChanged } = dependencies;
  const resolve = (question: Question): ResolvedQuestion =>
    resolveQuestion(store, clock.now(), question);

  const summarize = async (leads: readonly number[]): Promise<Facts | null> => {
    const facts = createFacts(store);
    let read = 0;
    const isWhole = await slices.runAsked(() => {
      facts.add(leads.slice(read, (read += leadsPerCheck)));
      return read < leads.length;
    });
    return isWhole ? facts.now() : null;
  };

  const readAllLeads = async (
    list: List,
    all: Parameters<typeof readNextOfAll>[2],
  ): Promise<readonly number[]> => {
    const leads: number[] = [];
    let after: Parameters<typeof readNextOfAll>[3] = null;
    await slices.runAsked(() => {
      const part = readNextOfAll(store, list, all, after, leadsPerCheck);
      leads.push(...part.leads);
      after = part.next;
      return after !== null && leads.length <= maxSelected;
    });
    return leads;
  };

  return {
    'selection.range': async ({ from, to, ...question }) => {
      const resolved = resolve(question);
      const edges = decodeRange(resolved.list.view, { from, to });
      if (edges === null) return failInvalidPlace();
      const steps = findBetween(store, resolved, edges, startTimer(clock, searchMs));
      const { leads = [], isWhole = false } = (await runSteps(slices.runAsked, steps)) ?? {};
      return succeed({ leadIDs: leads.map(toLeadID), isWhole });
    },

    'selection.all': (question) =>
      succeed({
        leads: countView(store, resolve(question).list),
        asOf: readCutoff(store, clock.now()),
      }),

    'selection.report': async ({ leadIDs, all, ...question }) => {
      const resolved = resolve(question);
      const { list } = resolved;
      if (all !== undefined && leadIDs === undefined) {
        const leads = countAllOf(store, list, all);
        const facts = leads > maxSelected ? null : await summarize(await readAllLeads(list, all));
        return succeed({ leads, gone: [], facts });
      }
      if (leadIDs === undefined || all !== undefined) return failInvalidSelection();
      const rows = toRows(leadIDs);
      const steps = findIn(store, resolved, rows, startTimer(clock, searchMs));
      const present = new Set(await runSteps(slices.runAsked, steps));
      return succeed({
        leads: present.size,
        gone: leadIDs.filter((leadID) => !present.has(toRow(leadID) ?? 0)),
        facts: await summarize([...present]),
      });
    },

    'selection.mark': async (input) => {
      const { batchID, view, business, query, everywhere, leadIDs, all, after, ...markChanges } =
        input;
      const { list } = resolve({ view, business, query, everywhere });
      const place = after === undefined ? null : decodePlace(list.view, after);
      if (after !== undefined && place === null) return failInvalidPlace();
      if ((leadIDs === undefined) === (all === undefined)) return failInvalidSelection();
      const part =
        all === undefined
          ? { leads: toRows(leadIDs ?? []), next: null }
          : readNextOfAll(store, list, all, place, maxMarked);
      const batch = findOrCreateBatch(store, batchID);
      const unmarkable =
        markChanges.noReplyNeeded === true ? listNotWaiting(store, part.leads) : [];
      const skipped = new Set(unmarkable);
      const wanted = part.leads.filter((lead) => !skipped.has(lead));
      // A new time moves leads behind others of Snoozed, so that a later part has them again.
      const again =
        list.view === 'snoozed' && after !== undefined && markChanges.snoozedUntil != null
          ? countChanged(store, batch, part.leads)
          : 0;
      if (markChanges.jobStatus !== undefined) onJobStatusChanged();
      const isWhole = await mark(wanted, (leads) =>
        setMarksInBatch(store, batch, leads, markChanges),
      );
      if (!isWhole) return failStopping();
      if (markChanges.archived === false) onReopened(wanted);
      const marked = countChanged(store, batch, part.leads) - again;
      const full = countFullOfTags(store, wanted, markChanges.tags?.add ?? []);
      return succeed({
        marked,
        same: Math.max(0, wanted.length - full - marked - again),
        notWaiting: part.leads.length - wanted.length,
        full,
        next: part.next === null ? null : encodePlace(list.view, part.next),
      });
    },

    'selection.unmark': async ({ batchID }) => {
      const batch = findBatch(store, batchID);
      if (batch === null) return succeed({ restored: 0, changed: 0, isWhole: true });
      const leads = listChangedLeads(store, batch, maxMarked);
      const archived = listArchivedBy(store, batch, leads);
      let [restored, changed] = [0, 0];
      const isWhole = await mark(leads, (some) => {
        const undone = undoBatch(store, batch, some);
        restored += undone.restored;
        changed += undone.changed;
        return undone.names;
      });
      if (!isWhole) return failStopping();
      // The marks of leads that are no longer listed cannot be restored.
      removeFromBatch(store, batch, leads);
      if (archived.length > 0) onReopened(archived);
      return succeed({ restored, changed, isWhole: leads.length < maxMarked });
    },
  };
};
