/** The activity of people with a lead, the same on every desktop of the team. */
import { describe, expect, it } from 'vitest';
import { addNote } from '../../../../main/engine/conversation/notes.ts';
import { listActivity, forgetOldActivity } from '../../../../main/engine/team/activity.ts';
import { buildToday } from '../../../../main/engine/team/today.ts';
import { noteID } from '../files/support.ts';
import { negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';
import { newTeam, type Desktop } from './desktops.ts';

const day = 24 * 60 * 60_000;

const two = (before: (desktop: Pick<Desktop, 'store' | 'deliver'>) => void = () => undefined) => {
  const team = newTeam();
  const arrive = (made: Pick<Desktop, 'store' | 'deliver'>): void => {
    made.deliver('NegotiationCreatedV4', negotiation('n1'));
    before(made);
  };
  const [ana, ben] = [
    team.desktop('ana', 'ana-desk', arrive),
    team.desktop('ben', 'ben-desk', (made) =>
      made.deliver('NegotiationCreatedV4', negotiation('n1')),
    ),
  ];
  const share = async (): Promise<void> => {
    await team.publish();
    for (const each of [ana, ben]) await each.follow();
  };
  return { ...team, ana, ben, share };
};

const shown = ({ store }: Desktop, of: Parameters<typeof listActivity>[1] = { lead: 1 }) =>
  listActivity(store, of, null).activities.map(({ person, kind, value }) =>
    [person, kind, value].filter(Boolean).join(' '),
  );

describe('the activity of a lead', () => {
  it('names who did what, latest first, on each desktop alike', async () => {
    const { ana, ben, clock, share } = two();
    const step = async (work: () => void): Promise<void> => {
      work();
      clock.advance(1_000);
      await share();
    };
    await step(() => ana.mark({ assignee: 'ana' }));
    await step(() => ana.mark({ starred: true }));
    await step(() => ana.mark({ assignee: 'ben' }));
    const note = { noteID: noteID(1), lead: 1, kind: 'note', text: 'Two dogs' } as const;
    await step(() => ben.store.write(() => addNote(ben.store, { ...note, now: clock.now() })));
    await step(() => ben.mark({ tags: { add: ['VIP'], remove: [] } }));
    await step(() => ben.mark({ jobStatus: { status: 'hired', reason: null, words: '' } }));
    await step(() => ben.mark({ archived: true }));
    await step(() => ben.mark({ archived: false, assignee: null }));
    const all = [
      'ben assigned',
      'ben unarchived',
      'ben archived',
      'ben jobStatus hired',
      'ben tagged VIP',
      'ben noted',
      'ana handedOver ben',
      'ana starred',
      'ana assigned ana',
    ];
    expect(shown(ben).toSorted()).toEqual(all.toSorted());
    expect(shown(ana)).toEqual(shown(ben));
    expect(shown(ana).slice(-3)).toEqual(all.slice(-3));
    expect(shown(ben, { person: 'ana' })).toEqual(all.slice(-3));
  });

  it('leaves out what was there before the team, and what is older than three months', async () => {
    const { ana, ben, clock, share } = two(({ store }) =>
      store.db.exec("INSERT INTO marks (lead, mark, value) VALUES (1, 'starred', 1)"),
    );
    await share();
    expect([shown(ana), shown(ben), ben.lead().starred]).toEqual([[], [], true]);
    ana.mark({ archived: true });
    await share();
    expect(shown(ben)).toEqual(['ana archived']);
    forgetOldActivity(ben.store, clock.now() + 91 * day);
    expect(shown(ben)).toEqual([]);
  });

  it('does not begin with what is older than three months', async () => {
    const { ana, ben, clock, publish } = two();
    ana.mark({ archived: true });
    await publish();
    clock.advance(91 * day);
    await ben.follow();
    expect([shown(ben), ben.view('archived').length]).toEqual([[], 1]);
  });

  it('is read by pages, and one of a newer version is shown in general', () => {
    const { store } = two().ana;
    const add = store.db.prepare(
      "INSERT INTO team_activity (lead, person, kind, value, at) VALUES (1, 'ana', ?, '', ?)",
    );
    for (let count = 0; count < 120; count += 1) add.run('starred', noon + Math.floor(count / 3));
    add.run('dreamt', noon + day);
    const pages: number[] = [];
    for (let after: string | null = null; ;) {
      const page = listActivity(store, { person: 'ana' }, after);
      if (after === null) expect(page.activities[0]?.kind).toBe('other');
      pages.push(page.activities.length);
      after = page.next;
      if (after === null) break;
    }
    expect(pages).toEqual([50, 50, 21]);
  });
});

it('a team’s day counts replies sent since midnight, handed-over leads and what waits', async () => {
  const { ana, ben, clock, share } = two();
  ana.mark({ assignee: 'ana' });
  await share();
  ana.mark({ assignee: 'ben' });
  await share();
  const write = ben.store.db.prepare(
    `INSERT INTO messages (lead, account_id, message_id, side, text, sent_at, automatic, person)
     SELECT lead, account_id, ?, 'business', 'Hello', ?, 0, 'ben' FROM leads WHERE lead = 1`,
  );
  write.run('old', clock.now() - 2 * day);
  write.run('new', clock.now());
  write.run('damaged', clock.now());
  ben.store.db.exec("UPDATE messages SET person = 'no person' WHERE message_id = 'damaged'");
  write.run('scheduled', clock.now());
  ben.store.db.exec(
    `INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
     SELECT message, lead, account_id, 'queued', 0, 0 FROM messages
     WHERE message_id = 'scheduled'`,
  );
  const today = buildToday(ben.store, clock.now());
  expect(today.people.toSorted((one, other) => one.person.localeCompare(other.person))).toEqual([
    { person: 'ana', replies: 0, waiting: 0, handedOver: 1 },
    { person: 'ben', replies: 1, waiting: 1, handedOver: 0 },
  ]);
});
