import { describe, expect, it } from 'vitest';
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { message } from '../support/records.ts';
import { noon } from '../support/store.ts';
import { automaticBench, firstReply, followUp, hourMs, minuteMs } from './bench.ts';

const dayMs = 24 * hourMs;

const preview = async (bench: ReturnType<typeof automaticBench>, rule = firstReply) => {
  const answer = await bench.run('automaticReplies.preview', { rule });
  if (!answer.ok) throw new Error(answer.error.message);
  const { leads, sent, all } = answer.value;
  return {
    leads: leads.map(({ customerName, text, reason, gap }) => [customerName, text ?? reason, gap]),
    sent,
    all,
  };
};

const named = (firstName: string) => ({ customer: { customerID: firstName, firstName } });

describe('the preview of a rule', () => {
  it('lists the leads of 30 days with the text each would have received, newest first', async () => {
    const bench = automaticBench();
    bench.newLead('1', named('Ann'), 40 * dayMs);
    bench.newLead('2', named('Ben'), 20 * dayMs);
    bench.newLead('3', named('Cleo'), dayMs);
    expect(await preview(bench)).toEqual({
      leads: [
        ['Cleo', 'Hi Cleo, we got your request.', ''],
        ['Ben', 'Hi Ben, we got your request.', ''],
      ],
      sent: 2,
      all: 2,
    });
  });

  it('says why a lead would have received nothing', async () => {
    const bench = automaticBench();
    bench.newLead('1', named('Ann'), 4 * hourMs);
    bench.deliver(
      'MessageCreatedV4',
      message('m1', '1', 'Business', 'I', noon - 4 * hourMs + 40_000),
    );
    bench.newLead('2', named('Ben'), 3 * hourMs);
    bench.deliver(
      'MessageCreatedV4',
      message('m2', '2', 'Customer', 'Hi', noon - 3 * hourMs + 40_000),
    );
    bench.newLead('3', { customer: { customerID: 'c3' } }, 2 * hourMs);
    bench.newLead('4', { ...named('Dan'), request: { category: { name: 'Roofing' } } }, hourMs);
    const rule = {
      ...firstReply,
      when: { kind: 'newLead', afterSeconds: 60, withinMinutes: 15 } as const,
      leads: { ...firstReply.leads, categories: ['Plumbing'] },
    };
    expect(await preview(bench, rule)).toEqual({
      leads: [
        ['Dan', 'category', ''],
        ['', 'gap', '[first name]'],
        ['Ben', 'customerWrote', ''],
        ['Ann', 'answered', ''],
      ],
      sent: 0,
      all: 4,
    });
  });

  it('leaves a lead to an earlier rule that is on', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1', named('Ann'), hourMs);
    const other = { ...firstReply, ruleID: 'other' as RuleID };
    expect((await preview(bench, other)).leads).toEqual([['Ann', 'otherRule', '']]);
    expect((await preview(bench)).sent).toBe(1);
  });

  it('counts the limit of each day', async () => {
    const bench = automaticBench();
    changeSettings(bench.store, { automaticRepliesADay: 1 });
    bench.newLead('1', named('Ann'), 2 * dayMs);
    bench.newLead('2', named('Ben'), 2 * minuteMs);
    bench.newLead('3', named('Cleo'), minuteMs);
    expect(await preview(bench)).toMatchObject({
      leads: [
        ['Cleo', 'dailyLimit', ''],
        ['Ben', 'Hi Ben, we got your request.', ''],
        ['Ann', 'Hi Ann, we got your request.', ''],
      ],
      sent: 2,
    });
  });

  it('does not depend on the replies that were sent today', async () => {
    const bench = automaticBench();
    changeSettings(bench.store, { automaticRepliesADay: 1 });
    await bench.save(firstReply);
    bench.newLead('1', named('Ann'));
    await bench.pass(minuteMs);
    expect(bench.posted).toHaveLength(1);
    expect((await preview(bench)).sent).toBe(1);
  });

  it('of a follow-up finds the first silence that was long enough', async () => {
    const bench = automaticBench();
    const began = noon - 10 * dayMs;
    bench.newLead('1', named('Ann'), 10 * dayMs);
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', 'I', began + hourMs));
    bench.newLead('2', named('Ben'), 10 * dayMs);
    bench.deliver('MessageCreatedV4', message('m2', '2', 'Business', 'I', began + hourMs));
    bench.deliver('MessageCreatedV4', message('m3', '2', 'Customer', 'Yes', began + 1.5 * hourMs));
    bench.newLead('3', named('Cleo'), 10 * dayMs);
    expect(await preview(bench, followUp)).toMatchObject({
      leads: expect.arrayContaining([
        ['Ann', 'Are you still looking?', ''],
        ['Ben', 'customerWrote', ''],
        ['Cleo', 'notAnswered', ''],
      ]) as unknown,
      sent: 1,
    });
  });

  it('changes nothing', async () => {
    const bench = automaticBench();
    bench.newLead('1');
    const before = bench.store.countCommits();
    await preview(bench);
    expect(bench.store.countCommits()).toBe(before);
    expect(bench.messagesOf()).toEqual([]);
  });
});
