/** After any changes on both sides, a restore loses no note, tag or draft, and a second one changes nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addNote, rewordNote } from '../../../../main/engine/conversation/notes.ts';
import { readDraft, saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { noon } from '../support/store.ts';
import {
  backUp,
  bench,
  contentsOf,
  copyOf,
  hour,
  noteID,
  numberOf,
  replyID,
  restore,
  rowsOf,
} from './support.ts';

const word = fc.constantFrom('gate', 'dog', 'roof', 'cash', 'blue door');
const action = fc.oneof(
  fc.record({ do: fc.constant('note' as const), n: fc.integer({ min: 2, max: 4 }), text: word }),
  fc.record({ do: fc.constant('tag' as const), text: word }),
  fc.record({ do: fc.constant('draft' as const), text: word }),
  fc.record({ do: fc.constant('star' as const), text: word }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const runActions = (store: Store, actions: readonly Action[], from: number): void => {
  const lead = numberOf(store, 'n2');
  store.write(() => {
    for (const [index, { text, ...rest }] of actions.entries()) {
      const now = noon + from * hour + index;
      if (rest.do === 'tag') setMarks(store, [lead], { tags: { add: [text], remove: [] } });
      if (rest.do === 'star') setMarks(store, [lead], { starred: true });
      if (rest.do === 'draft') saveDraft(store, lead, { text, replyID: replyID(from) }, now);
      if (rest.do !== 'note') continue;
      const note = noteID(rest.n);
      const isKnown = store.db.prepare('SELECT 1 FROM notes WHERE note = ?').get(note);
      if (isKnown) rewordNote(store, note, text, now);
      else addNote(store, { noteID: note, kind: 'note', text, lead, now });
    }
  });
};

const tagsIn = (file: string): string[] =>
  rowsOf<{ item: string }>(file, "SELECT item FROM marks WHERE mark = 'tags'").map(
    ({ item }) => item,
  );

it('a restore merges changes from before and after a backup', async () => {
  const actions = fc.array(action, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(actions, actions, async (there, here) => {
      const backedUp = bench().store;
      runActions(backedUp, there, 1);
      const from = await backUp(backedUp);
      const { store } = bench();
      runActions(store, here, 2);
      const file = copyOf(store);
      const before = contentsOf(file);

      expect(await restore(file, from)).toMatchObject({ ok: true });
      const tags = new Set(tagsIn(file));
      for (const one of [...there, ...here]) if (one.do === 'tag') expect(tags).toContain(one.text);
      const draft = rowsOf<{ text: string }>(file, 'SELECT group_concat(text) AS text FROM drafts');
      const lead = numberOf(store, 'n2');
      for (const each of [backedUp, store])
        expect(draft[0]?.text ?? '').toContain(readDraft(each, lead).text);
      // Local rows stay, and a note has its newest text.
      for (const table of ['notes', 'marks', 'messages', 'leads'])
        expect(contentsOf(file)[table]?.length, table).toBeGreaterThanOrEqual(
          before[table]?.length ?? 0,
        );
      const newest = here.findLast((one) => one.do === 'note');
      if (newest?.do === 'note')
        expect(rowsOf(file, `SELECT text FROM notes WHERE note = '${noteID(newest.n)}'`)).toEqual([
          { text: newest.text },
        ]);

      const once = contentsOf(file);
      await restore(file, from);
      expect(contentsOf(file)).toEqual(once);
    }),
    { numRuns: 8 },
  );
});
