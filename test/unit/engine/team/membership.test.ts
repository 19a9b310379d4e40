/** A database enters a team with what it has, and leaves it. */
import { describe, expect, it } from 'vitest';
import type { SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { putRule, listRules } from '../../../../main/engine/automatic/rules.ts';
import { addNote, listNotes } from '../../../../main/engine/conversation/notes.ts';
import {
  putSavedReply,
  listSavedReplies,
} from '../../../../main/engine/conversation/saved-replies.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { addMention } from '../../../../main/engine/leads/mentions.ts';
import { enterTeam, leaveTeam } from '../../../../main/engine/team/membership.ts';
import { listOwnChanges } from '../../../../main/engine/team/outbox-rows.ts';
import { firstReply } from '../automatic/bench.ts';
import { noteID } from '../files/support.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { keepReply } from '../support/repair.ts';
import { noon } from '../support/store.ts';
import { newTeam } from './desktops.ts';

/** A lead with marks, a note and a saved reply, as a professional without a team has them. */
const worked =
  (name: string, note: string, starred: boolean) =>
  ({ deliver, store }: Bench): void => {
    deliver('NegotiationCreatedV4', negotiation('n1'));
    setMarks(store, [1], { starred, archived: true });
    addNote(store, { noteID: noteID(note.length), lead: 1, kind: 'note', text: note, now: noon });
    const reply = { text: 'On my way', scope: { for: 'all' }, isPinned: false } as const;
    putSavedReply(store, { ...reply, savedReplyID: name as SavedReplyID, name });
  };

const triggers = "SELECT count(*) FROM temp.sqlite_schema WHERE name LIKE 'own%'";

describe('entering a team', () => {
  it('brings what was here, and overwrites nothing that the team has', async () => {
    const team = newTeam();
    const ana = team.desktop('ana', undefined, worked('first', 'Gate code', true));
    await team.publish();
    await ana.follow();
    expect(ana.waiting()).toBe(0);
    const ben = team.desktop('ben', undefined, worked('second', 'Two dogs', true));
    ana.mark({ archived: false, tags: { add: ['VIP'], remove: [] } });
    await team.publish();
    for (let times = 0; times < 2; times += 1)
      for (const each of [ana, ben]) {
        await each.follow();
        await team.publish();
      }
    for (const { marks, store } of [ana, ben]) {
      expect(marks()).toEqual([
        [1, 'starred', '', 'ana'],
        [1, 'tags', 'VIP', 'ana'],
      ]);
      expect(
        listNotes(store, 1)
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(['Gate code', 'Two dogs']);
      expect(
        listSavedReplies(store)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['first', 'second']);
    }
    expect([ana.waiting(), ben.waiting(), ana.lost, ben.lost]).toEqual([0, 0, [], []]);
  });

  it('switches off the rules of a member, who follows the team’s, and keeps an owner’s', () => {
    for (const [role, isOn] of [
      ['member', false],
      ['owner', true],
    ] as const) {
      const { store } = testIngest();
      putRule(store, firstReply, noon);
      enterTeam(store, { team: 't', person: 'a', role, desktop: 'desk' });
      expect(listRules(store).map(({ rule }) => rule.isOn)).toEqual([isOn]);
    }
  });

  it('publishes replies and new changes before what was here', () => {
    const team = newTeam();
    const { store, mark } = team.desktop('ana', undefined, worked('first', 'Gate code', true));
    mark({ tags: { add: ['VIP'], remove: [] } });
    keepReply(store, 1, 'On my way');
    store.db.exec(
      "INSERT INTO replies (reply_id, message, lead) SELECT 'r1', message, lead FROM outbox",
    );
    store.db.exec("UPDATE outbox SET state = 'sending'");
    const order = listOwnChanges(store, null, 100).map(({ kind, existing }) => [kind, existing]);
    expect(order.slice(0, 3)).toEqual([
      ['reply', 0],
      ['tags', 0],
      ['archived', 1],
    ]);
    const pages = listOwnChanges(store, null, 2);
    expect(listOwnChanges(store, pages[1] ?? null, 1)).toMatchObject([{ kind: 'archived' }]);
  });
});

describe('leaving a team', () => {
  it('keeps leads and marks, records nothing more, and can be followed by another team', () => {
    const team = newTeam();
    const { store, mark, marks, waiting } = team.desktop('ana', undefined, worked('a', 'B', true));
    expect(store.db.prepare(triggers).pluck().get()).toBeGreaterThan(5);
    leaveTeam(store);
    expect(store.db.prepare(triggers).pluck().get()).toBe(0);
    mark({ archived: false });
    expect([waiting(), marks()]).toEqual([0, [[1, 'starred', '', 'ana']]]);
    enterTeam(store, { team: 'other', person: 'a', role: 'owner', desktop: 'desk' });
    expect(waiting()).toBeGreaterThan(0);
    mark({ noReplyNeeded: true });
    expect(listOwnChanges(store, null, 1)).toMatchObject([{ kind: 'noReplyNeeded', existing: 0 }]);
  });

  it('ends the mentions that the person has not seen', () => {
    const { store, view } = newTeam().desktop('ana', undefined, worked('first', 'A', false));
    addMention(store, 1, noteID(1));
    refreshInbox(store, 1);
    expect(view('mine')).toMatchObject([{ isMentioned: true }]);
    leaveTeam(store);
    expect([view('mine'), view('archived')]).toMatchObject([[], [{ isMentioned: false }]]);
  });
});
