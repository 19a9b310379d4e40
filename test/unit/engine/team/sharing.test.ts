/** Changes of one member appear on the desktops of the others, and every desktop shows the same in the end. */
import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../../contract/errors.ts';
import { businessHours } from '../../../../contract/business-hours.ts';
import type { SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import {
  addNote,
  listNotes,
  removeNote,
  rewordNote,
} from '../../../../main/engine/conversation/notes.ts';
import {
  putSavedReply,
  listSavedReplies,
} from '../../../../main/engine/conversation/saved-replies.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { markMentionsSeen } from '../../../../main/engine/leads/mentions.ts';
import { markRead, markUnread } from '../../../../main/engine/leads/read-mark.ts';
import { changeSettings, readSettings } from '../../../../main/engine/platform/settings.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { noteID } from '../files/support.ts';
import { message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';
import { readLeadCounts } from '../../../../main/engine/leads/counts.ts';
import { createTeamHandlers } from '../../../../main/engine/team/commands.ts';
import { leaveTeam } from '../../../../main/engine/team/membership.ts';
import { findPerson, putPerson, retirePerson } from '../../../../main/engine/team/people.ts';
import { isAwayNow, setAway } from '../../../../main/engine/team/duty.ts';
import { newTeam, type Desktop } from './desktops.ts';

const day = 24 * 60 * 60_000;
const arrive = (...desktops: readonly Desktop[]): void => {
  for (const { deliver } of desktops) deliver('NegotiationCreatedV4', negotiation('n1'));
};
const write = (id: string, at: number, ...desktops: readonly Desktop[]): void => {
  for (const { deliver } of desktops)
    deliver('MessageCreatedV4', message(id, 'n1', 'Customer', `Text of ${id}`, at));
};

/** Two members who both have a lead. */
const two = () => {
  const team = newTeam();
  const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
  arrive(ana, ben);
  const share = async (): Promise<void> => {
    await team.publish();
    for (const each of [ana, ben]) await each.follow();
  };
  return { ...team, ana, ben, share };
};

describe('a mark by a member', () => {
  it('appears in the lists of the others with its author, and leaves when it is unset', async () => {
    const { ana, ben, share } = two();
    ana.mark({ starred: true, archived: true, tags: { add: ['VIP'], remove: [] } });
    ana.mark({ jobStatus: { status: 'done', reason: null, words: '' }, snoozedUntil: noon + day });
    await share();
    expect(ben.marks()).toEqual(ana.marks());
    expect(ben.view('archived')).toMatchObject([
      { starred: true, tags: ['VIP'], jobStatus: { status: 'done' } },
    ]);
    expect(ben.published.at(-1)).toEqual({
      kinds: expect.arrayContaining(['leads']) as unknown,
      leadIDs: [toLeadID(1)],
    });
    ben.mark({ archived: false, jobStatus: null, tags: { add: [], remove: ['VIP'] } });
    await share();
    expect(ana.marks()).toEqual(ben.marks());
    expect(ana.marks()).toEqual([
      [1, 'snoozedUntil', '', 'ana'],
      [1, 'starred', '', 'ana'],
    ]);
    expect([ana.waiting(), ben.waiting()]).toEqual([0, 0]);
  });

  it('is reported to the marketplace by the desktop of its author only', async () => {
    const { ana, ben, share } = two();
    ana.mark({ jobStatus: { status: 'hired', reason: null, words: '' } });
    await share();
    const states = [ana, ben].map(({ store }) =>
      store.db.prepare('SELECT state FROM job_status_reports').pluck().all(),
    );
    expect(states).toEqual([['waiting'], ['kept']]);
  });

  it('ends where the customer wrote what its author did not know, whatever arrives first', async () => {
    const { ana, ben, share } = two();
    write('m1', noon, ana, ben);
    write('m2', noon + 1_000, ben);
    ana.mark({ archived: true, jobStatus: { status: 'done', reason: null, words: '' } });
    await share();
    expect(ben.lead()).toMatchObject({ archived: false, needsReply: true });
    expect(ana.view('archived')).toHaveLength(1);
    write('m2', noon + 1_000, ana);
    expect(ana.lead()).toMatchObject({ archived: false, needsReply: true });
    expect(ana.marks()).toEqual(ben.marks());
  });

  it('that a colleague replaced meanwhile wins if the log has it last', async () => {
    const { ana, ben, publish, share } = two();
    ana.mark({ snoozedUntil: noon + day });
    ben.mark({ snoozedUntil: noon + 2 * day });
    await share();
    await publish();
    const until = [ana, ben].map(({ lead }) => lead().snoozedUntil);
    expect(until[0]).toBe(until[1]);
    expect([ana.waiting(), ben.waiting()]).toEqual([0, 0]);
  });

  it('that was set offline stays here, and reaches the others later', async () => {
    const { ana, ben, server, publish, clock, share } = two();
    server.stop();
    ana.mark({ starred: true });
    await publish();
    expect([ana.lead().starred, ana.waiting()]).toEqual([true, 1]);
    server.start();
    clock.advance(2 * 60_000);
    await share();
    expect([ben.lead().starred, ana.waiting()]).toEqual([true, 0]);
  });

  it('is published until the log brings it back, even if an answer is lost', async () => {
    const { ana, ben, server, clock, share, publish } = two();
    server.loseAnswers(1);
    ana.mark({ starred: true });
    await publish();
    expect(ana.waiting()).toBe(1);
    clock.advance(60_000);
    await share();
    expect([ben.lead().starred, ana.waiting()]).toEqual([true, 0]);
  });

  it('of a lead that is not here yet appears when the lead comes', async () => {
    const team = newTeam();
    const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
    arrive(ana);
    ana.mark({ starred: true });
    await team.publish();
    await ben.follow();
    arrive(ben);
    for (const change of ben.changes) ben.leadsChanged(change);
    expect(ben.lead().starred).toBe(true);
  });

  it('of many leads that came while the engine ended appear at its next start', async () => {
    const team = newTeam();
    const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
    const many = 120;
    const arriveAll = ({ deliver }: Desktop): void => {
      for (let lead = 1; lead <= many; lead += 1)
        deliver('NegotiationCreatedV4', negotiation(`n${lead}`));
    };
    arriveAll(ana);
    for (let lead = 1; lead <= many; lead += 1) ana.mark({ starred: true }, lead);
    for (let times = 0; times < 10 && ana.waiting() > 0; times += 1) {
      await team.publish();
      await ana.follow();
    }
    await ben.follow();
    arriveAll(ben);
    ben.applyKept();
    const starred = ben.marks().filter((mark) => (mark as unknown[])[1] === 'starred');
    expect(starred).toHaveLength(many);
  });
});

describe('the assignee of a lead', () => {
  const namesOf = ({ view }: Desktop) =>
    (['unassigned', 'mine', 'colleagues'] as const).filter((name) => view(name).length > 0);

  it('decides which view lists the lead on each desktop, and its counts', async () => {
    const { ana, ben, share } = two();
    expect([ana, ben].map(namesOf)).toEqual([['unassigned'], ['unassigned']]);
    ana.mark({ assignee: 'ben' });
    await share();
    expect([ana, ben].map(({ lead }) => lead().assignee)).toEqual(['ben', 'ben']);
    expect([ana, ben].map(namesOf)).toEqual([['colleagues'], ['mine']]);
    expect([ana.assigned, ben.assigned]).toEqual([[], [1]]);
    const { mine, unassigned, colleagues } = readLeadCounts(ben.store, null);
    expect({ mine, unassigned, colleagues }).toEqual({ mine: 1, unassigned: 0, colleagues: 0 });
    ben.store.write(() => putPerson(ben.store, { person: 'ben', name: 'Ben Ode', isGone: false }));
    const found = (query: string) => ben.view('all', query).length;
    expect(['ben', 'me', 'nobody', 'ana'].map((who) => found(`assignee:${who}`))).toEqual([
      1, 1, 0, 0,
    ]);
    const note = { noteID: noteID(7), lead: 1, kind: 'note', text: 'Two dogs', now: noon } as const;
    ben.store.write(() => addNote(ben.store, note));
    expect(['ode', 'me', 'ana'].map((who) => found(`by:${who}`))).toEqual([1, 1, 0]);
    ben.mark({ assignee: null });
    await share();
    expect(found('assignee:nobody')).toBe(1);
    expect([ana, ben].map(namesOf)).toEqual([['unassigned'], ['unassigned']]);
  });

  it('is of the member who was first, and the other learns by whom', async () => {
    const { ana, ben, publish, share } = two();
    ana.mark({ assignee: 'ana' });
    ben.mark({ assignee: 'ben' });
    await share();
    await publish();
    expect([ana, ben].map(({ lead }) => lead().assignee)).toEqual(['ana', 'ana']);
    expect(ben.lost).toMatchObject([
      { kind: 'assignee', lead: 1, why: 'first', theirs: { author: { person: 'ana' } } },
    ]);
    expect([ana.waiting(), ben.waiting(), ana.lost]).toEqual([0, 0, []]);
  });

  it('is nobody once an owner has retired the person, whose name stays', async () => {
    const { ana, ben, share } = two();
    const cara = { person: 'cara', name: 'Cara', isGone: false };
    ana.store.write(() => putPerson(ana.store, cara));
    ana.mark({ assignee: 'cara' });
    await share();
    expect(retirePerson(ana.store, cara)).toEqual([toLeadID(1)]);
    await share();
    expect([ana, ben].map(({ lead }) => lead().assignee)).toEqual([null, null]);
    expect(findPerson(ben.store, 'cara')).toEqual({ ...cara, isGone: true });
  });

  it('is nobody once an owner has retired a person without a name', async () => {
    const { ana, ben, clock, share } = two();
    ana.mark({ assignee: 'cara' });
    await share();
    const { 'team.retire': retire } = createTeamHandlers({
      ...{ store: ana.store, clock, isOwner: true, self: { person: 'ana', desktop: 'ana-desk' } },
      presence: { getPresence: () => ({ looking: [], writing: [], claim: null }) },
      attendance: { listDesktops: () => [], announceDuty: () => undefined },
      replies: ana.replies,
      movedReplies: { take: async () => fail('not_found', 'No reply waits.') },
      assigning: ana.assigning,
      publish: () => undefined,
    });
    expect(await retire({ person: 'cara' })).toEqual(succeed({ released: 1 }));
    await share();
    expect([ana, ben].map(({ lead }) => lead().assignee)).toEqual([null, null]);
  });

  it('is no view without a team', async () => {
    const { ana, share } = two();
    ana.mark({ assignee: 'ana' });
    await share();
    leaveTeam(ana.store);
    expect([namesOf(ana), ana.lead().assignee]).toEqual([[], null]);
  });
});

describe('a note', () => {
  it('appears, changes and disappears with its author, and is found by its words', async () => {
    const { ana, ben, share } = two();
    const note = { noteID: noteID(1), lead: 1, kind: 'note', text: 'Two dogs', now: noon } as const;
    ana.store.write(() => addNote(ana.store, note));
    await share();
    expect(listNotes(ben.store, 1)).toEqual(listNotes(ana.store, 1));
    expect(ben.view('all', 'dogs')).toHaveLength(1);
    expect(ben.store.db.prepare('SELECT person FROM notes').pluck().get()).toBe('ana');
    ana.store.write(() => rewordNote(ana.store, noteID(1), 'Three cats', noon + 1));
    await share();
    expect(ben.view('all', 'cats')).toHaveLength(1);
    ana.store.write(() => removeNote(ana.store, 1, noteID(1)));
    await share();
    expect([listNotes(ben.store, 1), ana.waiting()]).toEqual([[], 0]);
  });

  it('that mentions a colleague brings the lead to their top, until they open it', async () => {
    const { ana, ben, share, publish } = two();
    ben.store.write(() => putPerson(ben.store, { person: 'ben', name: 'Ben Ode', isGone: false }));
    ben.deliver('NegotiationCreatedV4', negotiation('n2'));
    ana.mark({ archived: true });
    const note = { lead: 1, kind: 'note', now: noon } as const;
    ana.store.write(() => addNote(ana.store, { ...note, noteID: noteID(1), text: 'Two dogs' }));
    await share();
    expect([ben.mentioned, ben.view('mine')]).toEqual([[], []]);
    const text = 'Call back, @Ben Ode, today';
    ana.store.write(() => addNote(ana.store, { ...note, noteID: noteID(2), text }));
    await share();
    await publish();
    expect([ben.mentioned, ana.mentioned]).toEqual([[1], []]);
    expect(ben.view('mine').map(({ isMentioned }) => isMentioned)).toEqual([true]);
    expect(markMentionsSeen(ben.store, 1)).toBe(true);
    refreshInbox(ben.store, 1);
    expect(ben.view('mine')).toEqual([]);
    // Another word of the same note does not bring it up again.
    ana.store.write(() => rewordNote(ana.store, noteID(2), `${text}!`, noon + 1));
    await share();
    expect([ben.mentioned, ben.view('mine')]).toEqual([[1], []]);
  });

  it('that the same person changed on another desktop first is reported as lost', async () => {
    const team = newTeam();
    const [desk, laptop] = [team.desktop('ana', 'desk'), team.desktop('ana', 'laptop')];
    arrive(desk, laptop);
    const note = { noteID: noteID(1), lead: 1, kind: 'note', text: 'Two dogs', now: noon } as const;
    desk.store.write(() => addNote(desk.store, note));
    await team.publish();
    for (const each of [desk, laptop]) await each.follow();
    desk.store.write(() => rewordNote(desk.store, noteID(1), 'By the desk', noon + 1));
    await team.publish();
    laptop.store.write(() => rewordNote(laptop.store, noteID(1), 'By the laptop', noon + 2));
    await team.publish();
    for (const each of [desk, laptop]) await each.follow();
    for (const { store } of [desk, laptop])
      expect(listNotes(store, 1)).toMatchObject([{ text: 'By the desk' }]);
    expect(laptop.lost).toMatchObject([
      {
        kind: 'note',
        lead: 1,
        item: noteID(1),
        why: 'first',
        theirs: { author: { desktop: 'desk' } },
      },
    ]);
    expect([laptop.waiting(), desk.lost]).toEqual([0, []]);
  });
});

it('a lead is read and unread for its person on all their desktops, and for nobody else', async () => {
  const team = newTeam();
  const [desk, laptop] = [team.desktop('ana', 'desk'), team.desktop('ana', 'laptop')];
  const ben = team.desktop('ben');
  arrive(desk, laptop, ben);
  const share = async (): Promise<void> => {
    await team.publish();
    for (const each of [desk, laptop, ben]) await each.follow();
  };
  const unread = (): boolean[] => [desk, laptop, ben].map(({ lead }) => lead().isUnread);
  desk.store.write(() => markRead(desk.store, [1]));
  desk.mark({ read: true });
  await share();
  expect(unread()).toEqual([false, false, true]);
  laptop.store.write(() => markUnread(laptop.store, [1]));
  laptop.mark({ read: false });
  await share();
  expect(unread()).toEqual([true, true, true]);
  desk.store.write(() => markRead(desk.store, [1]));
  desk.mark({ read: true });
  await share();
  expect(unread()).toEqual([false, false, true]);
});

it('saved replies and business hours are the same for all members', async () => {
  const { ana, ben, share } = two();
  const savedReplyID = 'Hi. From an older version' as SavedReplyID;
  const reply = { savedReplyID, name: 'Hi', text: 'Hello', scope: { for: 'all' }, isPinned: true };
  ana.store.write(() => putSavedReply(ana.store, reply as Parameters<typeof putSavedReply>[1]));
  const hours = businessHours.parse({ ...initialSettings.businessHours, timeZone: 'UTC' });
  changeSettings(ana.store, { businessHours: hours });
  await share();
  expect(listSavedReplies(ben.store)).toEqual(listSavedReplies(ana.store));
  expect(readSettings(ben.store).businessHours).toEqual(hours);
  expect(ben.published.flatMap(({ kinds }) => kinds)).toEqual(['savedReplies', 'settings']);
  ana.store.db.exec('DELETE FROM saved_replies');
  ana.mark({ starred: true });
  await share();
  expect([listSavedReplies(ben.store), ben.waiting()]).toEqual([[], 0]);
});

it('quiet hours and Away follow a person to their other desktops, and to nobody else', async () => {
  const team = newTeam();
  const [desk, laptop, ben] = [
    team.desktop('ana'),
    team.desktop('ana', 'ana-laptop'),
    team.desktop('ben'),
  ];
  const share = async (): Promise<void> => {
    await team.publish();
    for (const each of [desk, laptop, ben]) await each.follow();
  };
  const stateOf = ({ store }: Desktop) => [isAwayNow(store), readSettings(store).quietHours.on];
  const quietHours = { ...initialSettings.quietHours, on: true };
  desk.store.write(() => {
    setAway(desk.store, true);
    changeSettings(desk.store, { quietHours });
  });
  ben.store.write(() => setAway(ben.store, true));
  await share();
  expect([desk, laptop, ben].map(stateOf)).toEqual([
    [true, true],
    [true, true],
    [true, false],
  ]);
  laptop.store.write(() => setAway(laptop.store, false));
  await share();
  expect([desk, laptop, ben].map(stateOf)).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
  const later = team.desktop('ana', 'ana-phone', ({ store }) =>
    changeSettings(store, { quietHours: { ...quietHours, from: 60 } }),
  );
  await later.follow();
  await team.publish();
  await share();
  expect(readSettings(later.store).quietHours).toEqual(quietHours);
  expect(readSettings(desk.store).quietHours).toEqual(quietHours);
});

it('an owner names a person, and the last name counts on every desktop', async () => {
  const { ana, ben, share } = two();
  const names = () => [ana, ben].map(({ store }) => findPerson(store, 'ben')?.name);
  ana.store.write(() => putPerson(ana.store, { person: 'ben', name: 'Benn', isGone: false }));
  await share();
  expect(names()).toEqual(['Benn', 'Benn']);
  ana.store.write(() => putPerson(ana.store, { person: 'ben', name: 'Ben Smith', isGone: false }));
  await share();
  expect(names()).toEqual(['Ben Smith', 'Ben Smith']);
  expect(ben.published.flatMap(({ kinds }) => kinds)).toEqual(['team', 'team']);
  expect(ana.waiting()).toBe(0);
});

it('a note of more than 64 KB stays here and is reported', async () => {
  const { ana, ben, share } = two();
  const text = 'x'.repeat(64 * 1024);
  const note = { noteID: noteID(1), lead: 1, kind: 'note', text, now: noon } as const;
  ana.store.write(() => addNote(ana.store, note));
  await share();
  expect(ana.lost).toMatchObject([{ kind: 'note', why: 'too_large' }]);
  expect(listNotes(ben.store, 1)).toEqual([]);
});

it('a change that the team takes from owners only is undone and reported', async () => {
  const team = newTeam(['team.>']);
  const ana = team.desktop('ana');
  const hours = { ...initialSettings.businessHours, timeZone: 'UTC' };
  changeSettings(ana.store, { businessHours: hours });
  await team.publish();
  expect(ana.lost).toEqual([
    { kind: 'businessHours', lead: null, item: '', why: 'forbidden', theirs: null },
  ]);
  expect(ana.waiting()).toBe(0);
  expect(readSettings(ana.store).businessHours).toEqual(initialSettings.businessHours);
});
