/** Whom a lead notifies in a team. */
import { describe, expect, it } from 'vitest';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { addMention } from '../../../../main/engine/leads/mentions.ts';
import type { News } from '../../../../main/engine/notify/held.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { enterTeam } from '../../../../main/engine/team/membership.ts';
import { noteID } from '../files/support.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message } from '../support/records.ts';
import { noon } from '../support/store.ts';

const teamBench = (isAssigning = false, reach?: (news: readonly News[]) => void) => {
  const bench = noticeBench(reach, isAssigning);
  const { store, clock } = bench;
  enterTeam(store, { team: 't', person: 'ana', role: 'owner', desktop: 'desk' });
  const assign = (person: string): number => {
    const lead = bench.row();
    setMarks(store, [lead], { assignee: person });
    refreshInbox(store, lead);
    bench.policy().onChange({ kinds: ['leads'], leadIDs: [toLeadID(lead)] });
    return lead;
  };
  const claim = (person: string): void => {
    store.db
      .prepare(
        `INSERT OR REPLACE INTO team_claims (lead, person, desktop, since, renewed)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(bench.row(), person, 'laptop', clock.now(), clock.now());
    bench.policy().onChange({ kinds: ['presence'], leadIDs: [toLeadID(bench.row())] });
  };
  /** A note of a colleague mentions the person here. */
  const mention = (): void => {
    const lead = bench.row();
    addMention(store, lead, noteID(1));
    refreshInbox(store, lead);
    bench.policy().offerTeamNews('mentioned', [lead]);
  };
  const titles = (): readonly string[] => bench.visible().map(({ title }) => title);
  return { ...bench, assign, claim, mention, titles };
};

describe('a lead of a team', () => {
  it('of nobody notifies everybody, until a colleague takes it', () => {
    const { assign, deliver, titles } = teamBench();
    deliver(newLead('1'));
    expect(titles()).toEqual(['New lead · Ann 1']);
    assign('ben');
    expect(titles()).toEqual([]);
  });

  it('that a colleague begins to answer notifies nobody else any more', () => {
    const { claim, deliver, titles } = teamBench();
    deliver(newLead('1'));
    claim('ana');
    expect(titles()).toEqual(['New lead · Ann 1']);
    claim('ben');
    expect(titles()).toEqual([]);
  });

  it('notifies its assignee only when the customer writes again', () => {
    const { assign, deliver, notices } = teamBench();
    deliver(newLead('1'));
    assign('ben');
    deliver(message('m1', '1', 'Customer', 'Are you there?', noon + 1));
    expect(notices.map(({ kind }) => kind)).toEqual(['lead']);
    assign('ana');
    deliver(message('m2', '1', 'Customer', 'Still there?', noon + 2));
    expect(notices.map(({ kind }) => kind)).toEqual(['lead', 'message']);
  });

  it('that a colleague assigns notifies its assignee, also if it was read', () => {
    const { deliver, notices, policy, row, store, titles } = teamBench();
    deliver(newLead('1'));
    policy().watch(toLeadID(row()), true);
    policy().watch(null, true);
    setMarks(store, [row()], { assignee: 'ana', read: true });
    refreshInbox(store, row());
    policy().offerTeamNews('assigned', [row()]);
    expect(notices.at(-1)).toMatchObject({ kind: 'assigned', title: 'Assigned to you: Ann 1' });
    expect(titles()).toHaveLength(1);
  });

  it('that a rule may assign waits for it: its assignee is notified once, and nobody else', () => {
    const own = teamBench(true);
    own.deliver(newLead('1'));
    expect(own.notices).toEqual([]);
    own.policy().offerTeamNews('assigned', [own.assign('ana')]);
    own.clock.advance(2_000);
    expect(own.titles()).toEqual(['New lead · Ann 1']);
    own.policy().offerTeamNews('assigned', [own.row()]);
    expect(own.notices).toHaveLength(1);

    const other = teamBench(true);
    other.deliver(newLead('1'));
    other.assign('ben');
    other.clock.advance(2_000);
    expect(other.notices).toEqual([]);

    const nobodys = teamBench(true);
    nobodys.deliver(newLead('1'));
    nobodys.clock.advance(2_000);
    expect(nobodys.titles()).toEqual(['New lead · Ann 1']);
  });

  it('that a colleague has or answers notifies nobody else of its end of a snooze', () => {
    const { assign, claim, deliver, notices, policy, row } = teamBench();
    deliver(newLead('1'));
    assign('ben');
    policy().offerBack([row()]);
    expect(notices.map(({ kind }) => kind)).toEqual(['lead']);
    assign('ana');
    claim('ben');
    policy().offerBack([row()]);
    expect(notices.map(({ kind }) => kind)).toEqual(['lead', 'back']);
  });

  it('that a colleague has notifies nobody else of the reply of a rule', () => {
    const { assign, deliver, notices, policy, row, store } = teamBench();
    deliver(newLead('1'));
    assign('ben');
    store.db.exec(
      `INSERT INTO messages (message, lead, account_id, side, text, sent_at, automatic)
         SELECT 70, lead, account_id, 'business', 'Hello', ${noon}, 3 FROM leads;
       INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
         SELECT 70, lead, account_id, 'queued', 0, 0 FROM leads`,
    );
    const leadIDs = [toLeadID(row())];
    policy().onChange({ kinds: ['leads'], leadIDs });
    store.db.exec('DELETE FROM outbox');
    policy().onChange({ kinds: ['leads'], leadIDs });
    expect(notices.map(({ kind }) => kind)).toEqual(['lead']);
  });

  it('that a colleague answers notifies nobody else when the customer writes again', () => {
    const reached: string[] = [];
    const { claim, deliver, notices } = teamBench(false, (news) =>
      reached.push(...news.map(({ kind }) => kind)),
    );
    deliver(newLead('1'));
    claim('ben');
    deliver(message('m1', '1', 'Customer', 'Are you there?', noon + 1));
    expect([notices.map(({ kind }) => kind), reached]).toEqual([['lead'], ['lead']]);
  });

  it('that a colleague hands over while they are writing notifies its assignee', () => {
    const { assign, claim, deliver, notices, policy, row, titles } = teamBench();
    deliver(newLead('1'));
    claim('ben');
    assign('ana');
    policy().offerTeamNews('assigned', [row()]);
    policy().onChange({ kinds: ['leads'], leadIDs: [toLeadID(row())] });
    expect(notices.map(({ kind }) => kind)).toEqual(['lead', 'assigned']);
    expect(titles()).toEqual(['Assigned to you: Ann 1']);
  });

  it.each([
    ['after the lead came', ['deliver', 'assign', 'mention']],
    ['before the lead is back', ['deliver', 'mention', 'back', 'assign']],
  ] as const)('with a mention during quiet, %s, notifies the mentioned person', (_when, steps) => {
    const { assign, clock, deliver, mention, policy, row, titles } = teamBench();
    policy().pause('hour');
    const work = {
      deliver: () => deliver(newLead('1')),
      assign: () => assign('ben'),
      back: () => policy().offerBack([row()]),
      mention,
    };
    for (const step of steps) work[step]();
    expect(titles()).toEqual([]);
    clock.advance(2 * 60 * 60_000);
    expect(titles()).toEqual(['A note mentions you: Ann 1']);
  });
});
