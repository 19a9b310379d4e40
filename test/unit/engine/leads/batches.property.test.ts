/** Overlapping actions on many leads can be undone in any order, as if they had never happened. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchID } from '../../../../contract/commands/selection.ts';
import type { ShownMarks } from '../../../../contract/marks.ts';
import {
  findOrCreateBatch,
  setMarksInBatch,
  undoBatch,
  type MarkChanges,
} from '../../../../main/engine/leads/batches.ts';
import { refreshMarked } from '../../../../main/engine/leads/inbox.ts';
import { readLeadRows } from '../../../../main/engine/leads/lead-rows.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { fuzz } from '../../../fuzz.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';

type Shown = Pick<ShownMarks, 'starred' | 'snoozedUntil' | 'tags'>;
type Action = { readonly leads: readonly number[]; readonly changes: MarkChanges };

const leads = [1, 2, 3];
const tags = fc.subarray(['a', 'b']);

const action: fc.Arbitrary<Action> = fc.record({
  leads: fc.subarray(leads, { minLength: 1 }),
  changes: fc.record(
    {
      starred: fc.boolean(),
      snoozedUntil: fc.constantFrom(null, noon + 1, noon + 2),
      tags: tags.map((add) => ({ add, remove: ['a', 'b'].filter((tag) => !add.includes(tag)) })),
    },
    { requiredKeys: [] },
  ),
});

/** The marks of a lead after these actions, in this order. */
const replay = (actions: readonly Action[], lead: number): Shown =>
  actions
    .filter((each) => each.leads.includes(lead))
    .reduce<Shown>(
      (shown, { changes }) => ({
        starred: changes.starred ?? shown.starred,
        snoozedUntil:
          changes.snoozedUntil === undefined ? shown.snoozedUntil : changes.snoozedUntil,
        tags: changes.tags?.add ?? shown.tags,
      }),
      { starred: false, snoozedUntil: null, tags: [] },
    );

/** A step performs a new action or undoes an earlier one. */
const step = fc.oneof(
  action.map((done) => ({ done, undo: null })),
  fc.nat(20).map((undo) => ({ done: null, undo })),
);

describe('overlapping actions on many leads', () => {
  it('can be undone in any order, as if they had never happened', () => {
    const { store, deliver } = testIngest();
    for (const id of leads) deliver('NegotiationCreatedV4', negotiation(String(id)));
    let lastID = 0;
    const property = fc.property(action, fc.array(step, { maxLength: 12 }), (first, steps) => {
      store.write(() => {
        store.db.exec('DELETE FROM batches; DELETE FROM marks;');
        setMarks(store, first.leads, first.changes);
        refreshMarked(store, leads, ['starred', 'snoozedUntil', 'tags']);
      });
      let done: { readonly batch: number; readonly action: Action }[] = [];
      const expectReplay = (): void => {
        const rows = readLeadRows(store, leads, 0);
        for (const lead of leads) {
          const { starred, snoozedUntil, tags: shown } = rows.get(lead) ?? replay([], lead);
          const wanted = replay([first, ...done.map((each) => each.action)], lead);
          expect({ starred, snoozedUntil, tags: shown }).toEqual(wanted);
        }
      };
      const undo = (index: number): void => {
        const { batch } = done[index] ?? { batch: 0 };
        done = done.filter((each) => each.batch !== batch);
        store.write(() => refreshMarked(store, leads, undoBatch(store, batch, leads).names));
        expectReplay();
      };
      for (const { done: next, undo: which } of steps) {
        if (next === null && done.length > 0) undo(which % done.length);
        if (next === null) continue;
        const batch = findOrCreateBatch(store, `batch-${++lastID}` as BatchID);
        store.write(() =>
          refreshMarked(store, next.leads, setMarksInBatch(store, batch, next.leads, next.changes)),
        );
        done = [...done, { batch, action: next }];
        expectReplay();
      }
      while (done.length > 0) undo(0);
    });
    fc.assert(property, fuzz(150));
  });
});
