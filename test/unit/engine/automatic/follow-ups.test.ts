import { describe, expect, it } from 'vitest';
import type { AutomaticRule, RuleID } from '../../../../contract/automatic-replies.ts';
import { computeFollowUpTime, moveIntoHours } from '../../../../main/engine/automatic/times.ts';
import { createBusinessTime } from '../../../../main/engine/platform/business-time.ts';
import { message } from '../support/records.ts';
import { newReplyID, noon, testClock } from '../support/store.ts';
import { automaticBench, firstReply, followUp, hourMs, minuteMs, secondMs } from './bench.ts';

const text = 'Are you still looking?';

/** A bench with the rule, in which a person has answered a lead at noon. */
const answered = async (...rules: readonly AutomaticRule[]) => {
  const bench = automaticBench();
  for (const rule of rules.length === 0 ? [followUp] : rules) await bench.save(rule);
  bench.newLead('1');
  bench.outbox().send(bench.row().leadID, newReplyID(), 'I can come tomorrow');
  await bench.pass(5 * secondMs);
  return bench;
};

describe('a follow-up', () => {
  it('leaves after the customer’s silence, once, and shows a quarter of an hour before', async () => {
    const bench = await answered();
    await bench.pass(hourMs - 16 * minuteMs);
    expect(bench.row().outgoing).toBeNull();
    await bench.pass(2 * minuteMs);
    expect(bench.row().outgoing).toMatchObject({ state: 'scheduled', text });
    await bench.pass(15 * minuteMs);
    expect(bench.posted).toEqual(['I can come tomorrow', text]);
    await bench.pass(3 * hourMs);
    expect(bench.posted).toHaveLength(2);
  });

  it('leaves although its rule was deleted meanwhile, if that was undone soon', async () => {
    const bench = await answered();
    await bench.pass(hourMs / 2);
    await bench.run('automaticReplies.remove', { ruleID: followUp.ruleID });
    await bench.pass(3 * secondMs);
    await bench.save(followUp);
    await bench.pass(hourMs / 2 + minuteMs);
    expect(bench.posted).toEqual(['I can come tomorrow', text]);
  });

  it('does not leave of a rule that is written again later', async () => {
    const bench = await answered();
    await bench.run('automaticReplies.remove', { ruleID: followUp.ruleID });
    await bench.pass(2 * minuteMs);
    await bench.save(followUp);
    await bench.pass(2 * hourMs);
    expect(bench.posted).toEqual(['I can come tomorrow']);
  });

  it('does not leave when the customer wrote', async () => {
    const bench = await answered();
    await bench.pass(hourMs / 2);
    const at = noon + hourMs / 2;
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'How about Monday?', at));
    await bench.pass(2 * hourMs);
    expect(bench.posted).toHaveLength(1);
  });

  it('is withdrawn when the customer writes in its last minutes', async () => {
    const bench = await answered();
    await bench.pass(hourMs - 5 * minuteMs);
    expect(bench.row().outgoing).toMatchObject({ state: 'scheduled' });
    const at = bench.clock.now();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Yes', at));
    expect(bench.row().outgoing).toBeNull();
    expect(bench.unsent()).toEqual(['customerWrote']);
  });

  it('waits again from a later message of the person', async () => {
    const bench = await answered();
    await bench.pass(hourMs / 2);
    bench.outbox().send(bench.row().leadID, newReplyID(), 'Or the day after');
    await bench.pass(hourMs - minuteMs);
    expect(bench.posted).not.toContain(text);
    await bench.pass(2 * minuteMs);
    expect(bench.posted).toEqual(['I can come tomorrow', 'Or the day after', text]);
  });

  it('does not follow silence from before the rule was switched on', async () => {
    const bench = await answered({ ...followUp, isOn: false });
    await bench.pass(hourMs);
    await bench.save(followUp);
    await bench.pass(3 * hourMs);
    expect(bench.posted).toHaveLength(1);
  });

  it('does not exist for a lead that nobody answered', async () => {
    const bench = automaticBench();
    await bench.save(followUp);
    bench.newLead('1');
    await bench.pass(3 * hourMs);
    expect(bench.posted).toEqual([]);
  });

  it('follows an automatic first reply, and at most three are sent', async () => {
    const bench = automaticBench();
    await bench.save({ ...firstReply, isAnswer: true });
    for (let count = 1; count <= 4; count += 1)
      await bench.save({
        ...followUp,
        ruleID: `follow-${count}` as RuleID,
        when: { kind: 'silence', count: 1, unit: 'hours', from: 0, to: 0 },
        content: { kind: 'text', text: `Follow-up ${count}` },
      });
    bench.newLead('1');
    for (let half = 0; half < 10; half += 1) await bench.pass(hourMs / 2);
    expect(bench.posted.slice(1)).toEqual(['Follow-up 1', 'Follow-up 2', 'Follow-up 3']);
  });

  it('waits for the hours of the customer’s time zone', async () => {
    const clock = testClock(Date.UTC(2026, 2, 3, 3));
    const bench = automaticBench(clock);
    // 9 PM in Austin, where the lead is; the next day's morning begins at 14:00 UTC.
    const when = { kind: 'silence', count: 1, unit: 'hours', from: 8 * 60, to: 20 * 60 } as const;
    await bench.save({ ...followUp, when });
    bench.newLead('1');
    bench.outbox().send(bench.row().leadID, newReplyID(), 'Hello');
    await bench.pass(10 * hourMs);
    expect(bench.posted).toEqual(['Hello']);
    await bench.pass(hourMs + minuteMs);
    expect(bench.posted).toEqual(['Hello', text]);
  });
});

describe('the time of a follow-up', () => {
  const week = [...Array.from({ length: 5 }, () => [{ from: 8 * 60, to: 18 * 60 }]), [], []];
  const time = createBusinessTime({ timeZone: 'UTC', week, holidays: [] }, 'UTC');
  const friday = Date.UTC(2026, 2, 6);

  it.each([
    ['the same time on the next open day', 10, 1, Date.UTC(2026, 2, 9, 10)],
    ['the opening, if our message was earlier in the day', 6, 1, Date.UTC(2026, 2, 9, 8)],
    ['the second open day', 10, 2, Date.UTC(2026, 2, 10, 10)],
  ])('in days is %s', (_name, hour, count, at) => {
    const since = friday + hour * hourMs;
    expect(computeFollowUpTime(since, { count, unit: 'days' }, time, 'UTC')).toBe(at);
  });

  it('in hours passes on closed days too', () => {
    expect(computeFollowUpTime(friday, { count: 30, unit: 'hours' }, time, 'UTC')).toBe(
      friday + 30 * hourMs,
    );
  });

  it('does not exist in days for a business that never opens', () => {
    const never = createBusinessTime(
      { timeZone: 'UTC', week: week.map(() => []), holidays: [] },
      'UTC',
    );
    expect(computeFollowUpTime(friday, { count: 1, unit: 'days' }, never, 'UTC')).toBeNull();
  });

  it.each([
    ['stays within the hours', 8, 20, 12, friday + 12 * hourMs],
    ['moves to the beginning of the same day', 8, 20, 3, friday + 8 * hourMs],
    ['moves to the next day', 8, 20, 21, friday + 32 * hourMs],
    ['stays within hours that cross midnight', 20, 8, 3, friday + 3 * hourMs],
    ['stays if both ends are equal', 8, 8, 3, friday + 3 * hourMs],
  ])('%s', (_name, from, to, hour, at) => {
    const hours = { from: from * 60, to: to * 60 };
    expect(moveIntoHours(friday + hour * hourMs, hours, 'UTC')).toBe(at);
  });
});
