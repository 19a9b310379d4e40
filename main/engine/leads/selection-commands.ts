/** Handlers of `selection.*`: many leads are selected, summarized and marked in one action. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { maxMarked, maxSelected } from '../../../contract/limits.ts';
import type { Clock } from '../../clock/clock.ts';
import { engineStopping, type EngineCommand, type Handlers } from '../platform/command/handler.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import { leadIDOf, rowOf, rowsOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import {
  archivedBy,
  findOrCreateBatch,
  changedLeads,
  countChanged,
  removeFromBatch,
  findBatch,
  setMarksInBatch,
  undoBatch,
} from './batches.ts';
import { cursorOfPlace, placeOfCursor, type List } from './list.ts';
import type { Mark } from './marking.ts';
import {
  resolveQuestion,
  countOfAll,
  countOfView,
  findBetween,
  findIn,
  cutoffOf,
  nextOfAll,
  type ResolvedQuestion,
  type Question,
} from './selection.ts';
import { createFacts, type Facts } from './selection-facts.ts';
import { fullOfTags, notWaiting } from './unmarkable.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly mark: Mark;
  /** Called when leads are no longer archived. */
  readonly reopened: (leads: readonly number[]) => void;
  readonly jobStatusChanged: () => void;
};

/** Leads between two checks of the time. */
const leadsPerCheck = 500;

/** Milliseconds after which a search for a selection ends. */
const searchMs = 5_000;

export const invalidPlace = (): Answer<never> =>
  fail('invalid_input', 'The list has no such place, or not for this question.');
const invalidSelection = (): Answer<never> =>
  fail('invalid_input', 'A selection is leads, or all of a view.');

export const selectionCommands = (
  dependencies: Dependencies,
): Handlers<Extract<EngineCommand, `selection.${string}`>> => {
  const { store, clock, slices, mark, reopened, jobStatusChanged } = dependencies;
  const resolve = (question: Question): ResolvedQuestion =>
    resolveQuestion(store, clock.now(), question);
  const startTimer = () => {
    const end = clock.steady() + searchMs;
    return () => clock.steady() >= end;
  };

  const factsOf = async (leads: readonly number[]): Promise<Facts | null> => {
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
    all: Parameters<typeof nextOfAll>[2],
  ): Promise<readonly number[]> => {
    const leads: number[] = [];
    let after: Parameters<typeof nextOfAll>[3] = null;
    await slices.runAsked(() => {
      const part = nextOfAll(store, list, all, after, leadsPerCheck);
      leads.push(...part.leads);
      after = part.next;
      return after !== null && leads.length <= maxSelected;
    });
    return leads;
  };

  return {
    'selection.range': async ({ from, to, ...question }) => {
      const resolved = resolve(question);
      const [first, last] = [from, to].map(
        (edge) => edge && placeOfCursor(resolved.list.view, edge),
      );
      if ((from !== null && !first) || (to !== null && !last)) return invalidPlace();
      const edges = { from: first || null, to: last || null };
      const steps = findBetween(store, resolved, edges, startTimer());
      const { leads = [], isWhole = false } = (await runSteps(slices.runAsked, steps)) ?? {};
      return succeed({ leadIDs: leads.map(leadIDOf), isWhole });
    },

    'selection.all': (question) =>
      succeed({
        leads: countOfView(store, resolve(question).list),
        asOf: cutoffOf(store, clock.now()),
      }),

    'selection.report': async ({ leadIDs, all, ...question }) => {
      const resolved = resolve(question);
      const { list } = resolved;
      if (all !== undefined && leadIDs === undefined) {
        const leads = countOfAll(store, list, all);
        const facts = leads > maxSelected ? null : await factsOf(await readAllLeads(list, all));
        return succeed({ leads, gone: [], facts });
      }
      if (leadIDs === undefined || all !== undefined) return invalidSelection();
      const rows = rowsOf(leadIDs);
      const steps = findIn(store, resolved, rows, startTimer());
      const present = new Set(await runSteps(slices.runAsked, steps));
      return succeed({
        leads: present.size,
        gone: leadIDs.filter((leadID) => !present.has(rowOf(leadID) ?? 0)),
        facts: await factsOf([...present]),
      });
    },

    'selection.mark': async (input) => {
      const { batchID, view, business, query, everywhere, leadIDs, all, after, ...markChanges } =
        input;
      const { list } = resolve({ view, business, query, everywhere });
      const place = after === undefined ? null : placeOfCursor(list.view, after);
      if (after !== undefined && place === null) return invalidPlace();
      if ((leadIDs === undefined) === (all === undefined)) return invalidSelection();
      const part =
        all === undefined
          ? { leads: rowsOf(leadIDs ?? []), next: null }
          : nextOfAll(store, list, all, place, maxMarked);
      const batch = findOrCreateBatch(store, batchID);
      const unmarkable = markChanges.noReplyNeeded === true ? notWaiting(store, part.leads) : [];
      const skipped = new Set(unmarkable);
      const wanted = part.leads.filter((lead) => !skipped.has(lead));
      // A new time moves leads behind others of Snoozed, so that a later part has them again.
      const again =
        list.view === 'snoozed' && after !== undefined && markChanges.snoozedUntil != null
          ? countChanged(store, batch, part.leads)
          : 0;
      if (markChanges.jobStatus !== undefined) jobStatusChanged();
      const isWhole = await mark(wanted, (leads) =>
        setMarksInBatch(store, batch, leads, markChanges),
      );
      if (!isWhole) return engineStopping();
      if (markChanges.archived === false) reopened(wanted);
      const marked = countChanged(store, batch, part.leads) - again;
      const full = fullOfTags(store, wanted, markChanges.tags?.add ?? []);
      return succeed({
        marked,
        same: Math.max(0, wanted.length - full - marked - again),
        notWaiting: part.leads.length - wanted.length,
        full,
        next: part.next === null ? null : cursorOfPlace(list.view, part.next),
      });
    },

    'selection.unmark': async ({ batchID }) => {
      const batch = findBatch(store, batchID);
      if (batch === null) return succeed({ restored: 0, changed: 0, isWhole: true });
      const leads = changedLeads(store, batch, maxMarked);
      const archived = archivedBy(store, batch, leads);
      let [restored, changed] = [0, 0];
      const isWhole = await mark(leads, (some) => {
        const undone = undoBatch(store, batch, some);
        restored += undone.restored;
        changed += undone.changed;
        return undone.names;
      });
      if (!isWhole) return engineStopping();
      // The marks of leads that are no longer listed cannot be restored.
      removeFromBatch(store, batch, leads);
      if (archived.length > 0) reopened(archived);
      return succeed({ restored, changed, isWhole: leads.length < maxMarked });
    },
  };
};
