/** Whatever members do, in whatever order desktops hear of it, all show the same in the end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import {
  addNote,
  listNotes,
  removeNote,
  rewordNote,
} from '../../../../main/engine/conversation/notes.ts';
import {
  putSavedReply,
  removeSavedReply,
} from '../../../../main/engine/conversation/saved-replies.ts';
import { fuzz } from '../../../fuzz.ts';
import { noteID } from '../files/support.ts';
import { message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';
import { newTeam, type Desktop } from './desktops.ts';

const day = 24 * 60 * 60_000;
const done = { status: 'done', reason: null, words: '' } as const;

const mark = fc.constantFrom<Parameters<Desktop['mark']>[0]>(
  { starred: true },
  { starred: false },
  { archived: true },
  { archived: false },
  { noReplyNeeded: true },
  { snoozedUntil: noon + day },
  { snoozedUntil: noon + 2 * day },
  { snoozedUntil: null },
  { jobStatus: done },
  { jobStatus: null },
  { tags: { add: ['VIP'], remove: [] } },
  { tags: { add: [], remove: ['VIP'] } },
);

const step = fc.record({
  by: fc.nat(2),
  does: fc.oneof(
    { weight: 4, arbitrary: mark.map((marks) => ({ kind: 'mark', marks }) as const) },
    { weight: 2, arbitrary: fc.nat(3).map((n) => ({ kind: 'message', n }) as const) },
    fc
      .constantFrom('note', 'reword', 'unnote', 'reply', 'unreply')
      .map((kind) => ({ kind }) as const),
    fc.constantFrom('follow', 'publish', 'stop', 'start').map((kind) => ({ kind }) as const),
  ),
});

/** Data that must be equal everywhere. */
const shown = ({ store, view }: Desktop): unknown => ({
  marks: store.db
    .prepare(
      "SELECT mark, item, value, person, known_at, known_message FROM marks WHERE mark <> 'read' ORDER BY 1, 2",
    )
    .all(),
  notes: listNotes(store, 1),
  replies: store.db.prepare('SELECT * FROM saved_replies ORDER BY 1').all(),
  rows: [...view('all'), ...view('archived')].map(
    ({ starred, archived, needsReply, snoozedUntil, tags, jobStatus }) => [
      ...[starred, archived, needsReply, snoozedUntil, tags, jobStatus],
    ],
  ),
});

it('desktops of a team converge', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    const team = newTeam();
    const desktops = [
      team.desktop('ana', 'desk'),
      team.desktop('ana', 'laptop'),
      team.desktop('ben'),
    ] as const;
    const hear = (each: Desktop, n: number): void =>
      each.deliver(
        'MessageCreatedV4',
        message(`m${n}`, 'n1', 'Customer', `Text ${n}`, noon + n * 1_000),
      );
    for (const each of desktops) each.deliver('NegotiationCreatedV4', negotiation('n1'));
    for (const { by, does } of steps) {
      const each = desktops[by] ?? desktops[0];
      const { store } = each;
      const id = noteID(by === 2 ? 2 : 1);
      const has = listNotes(store, 1).some((note) => note.noteID === id);
      switch (does.kind) {
        case 'mark':
          each.mark(does.marks);
          break;
        case 'message':
          hear(each, does.n);
          break;
        case 'note':
          if (!has)
            store.write(() =>
              addNote(store, { noteID: id, lead: 1, kind: 'note', text: 'New', now: noon }),
            );
          break;
        case 'reword':
          store.write(() => rewordNote(store, id, `By ${by}`, noon + by));
          break;
        case 'unnote':
          store.write(() => removeNote(store, 1, id));
          break;
        case 'reply':
          store.write(() =>
            putSavedReply(store, {
              savedReplyID: noteID(9) as string as SavedReplyID,
              name: `By ${by}`,
              text: 'Hi',
              scope: { for: 'all' },
              isPinned: false,
            }),
          );
          break;
        case 'unreply':
          store.write(() => removeSavedReply(store, noteID(9)));
          break;
        case 'follow':
          await each.follow();
          break;
        case 'publish':
          await team.publish();
          break;
        case 'stop':
          team.server.stop();
          break;
        case 'start':
          team.server.start();
      }
    }
    team.server.start();
    for (const each of desktops) for (const n of [0, 1, 2, 3]) hear(each, n);
    for (let turn = 0; turn < 4; turn += 1) {
      team.clock.advance(2 * 60_000);
      await team.publish();
      for (const each of desktops) await each.follow();
    }
    expect(desktops.map(({ waiting }) => waiting())).toEqual([0, 0, 0]);
    const [first, ...others] = desktops.map(shown);
    for (const other of others) expect(other).toEqual(first);
  });
  await fc.assert(property, fuzz(25));
});
