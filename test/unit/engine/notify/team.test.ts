/** Whom a lead notifies in a team. */
import { describe, expect, it } from 'vitest';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { leadIDOf } from '../../../../main/engine/platform/store/ids.ts';
import { enterTeam } from '../../../../main/engine/team/membership.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message } from '../support/records.ts';
import { noon } from '../support/store.ts';

const teamBench = (isAssigning = false) => {
  const bench = noticeBench(undefined, isAssigning);
  const { store, clock } = bench;
  enterTeam(store, { team: 't', person: 'ana', role: 'owner', desktop: 'desk' });
  const assign = (person: string): number => {
    const lead = bench.row();
    setMarks(store, [lead], { assignee: person });
    refreshInbox(store, lead);
    bench.policy().changed({ kinds: ['leads'], leadIDs: [leadIDOf(lead)] });
    return lead;
  };
  const claim = (person: string): void => {
    const sql = 'INSERT OR REPLACE INTO team_claims VALUES (?, ?, ?, ?)';
    store.db.prepare(sql).run(bench.row(), person, 'laptop', clock.now());
    bench.policy().changed({ kinds: ['presence'], leadIDs: [leadIDOf(bench.row())] });
  };
  const titles = (): readonly string[] => bench.visible().map(({ title }) => title);
  return { ...bench, assign, claim, titles };
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
    policy().watch(leadIDOf(row()), true);
    policy().watch(null, true);
    setMarks(store, [row()], { assignee: 'ana', read: true });
    refreshInbox(store, row());
    policy().team('assigned', [row()]);
    expect(notices.at(-1)).toMatchObject({ kind: 'assigned', title: 'Assigned to you: Ann 1' });
    expect(titles()).toHaveLength(1);
  });

  it('that a rule may assign waits for it: its assignee is notified once, and nobody else', () => {
    const own = teamBench(true);
    own.deliver(newLead('1'));
    expect(own.notices).toEqual([]);
    own.policy().team('assigned', [own.assign('ana')]);
    own.clock.advance(2_000);
    expect(own.titles()).toEqual(['New lead · Ann 1']);
    own.policy().team('assigned', [own.row()]);
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
});
