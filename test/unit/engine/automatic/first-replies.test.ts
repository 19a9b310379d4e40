import { describe, expect, it } from 'vitest';
import type { AutomaticRule, RuleID } from '../../../../contract/automatic-replies.ts';
import { fail, succeed } from '../../../../contract/errors.ts';
import { maxRules } from '../../../../contract/limits.ts';
import type { SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { putSavedReply } from '../../../../main/engine/conversation/saved-replies.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { refreshLeads } from '../../../../main/engine/leads/inbox.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { toLeadID, toRow } from '../../../../main/engine/platform/store/ids.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { accountID, newReplyID, noon, testClock } from '../support/store.ts';
import { automaticBench, firstReply, hourMs, minuteMs, secondMs } from './bench.ts';
import { listLeads } from '../support/list-leads.ts';

const greeting = 'Hi Maria, we got your request.';
const undoMs = 5 * secondMs;

/** A bench whose rule waits two minutes, with a lead for which it is planned. */
const planned = async (rule: Partial<AutomaticRule> = {}) => {
  const bench = automaticBench();
  await bench.save({
    ...firstReply,
    when: { kind: 'newLead', afterSeconds: 120, withinMinutes: 15 },
    ...rule,
  });
  bench.newLead('1');
  const lead = toRow(bench.row().leadID) ?? 0;
  return { ...bench, lead };
};

describe('an automatic reply to a new lead', () => {
  it('leaves after the undo window, once', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    await bench.pass(undoMs - 1);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.posted).toEqual([greeting]);
    bench.newLead('1');
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([greeting]);
  });

  it('leaves although the customer wrote again within seconds of the request', async () => {
    const bench = await planned();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'It is urgent', noon + 1));
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([greeting]);
  });

  it('does not exist while the rule is off', async () => {
    const bench = automaticBench();
    await bench.save({ ...firstReply, isOn: false });
    bench.newLead('1');
    await bench.pass(minuteMs);
    expect(bench.messagesOf()).toEqual([]);
  });

  it('names its rule, and leaves the lead unread in Needs reply', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    expect(bench.row()).toMatchObject({
      isUnread: true,
      isAnsweredByRule: false,
      outgoing: { text: greeting },
    });
    await bench.pass(undoMs);
    expect(bench.messagesOf()).toMatchObject([
      { text: greeting, isAutomatic: false, rule: { ruleID: 'first', name: 'First reply' } },
    ]);
    expect(bench.row()).toMatchObject({
      ...{ needsReply: true, needsFirstReply: true, isUnread: true },
      ...{ isAnswered: false, isAnsweredByRule: true, outgoing: null },
    });
  });

  it('takes the lead out of Needs reply if the rule answers, but is no reply by a person', async () => {
    const bench = automaticBench();
    await bench.save({ ...firstReply, isAnswer: true });
    bench.newLead('1');
    await bench.pass(undoMs);
    expect(bench.row()).toMatchObject({
      needsReply: false,
      isAnswered: false,
      isAnsweredByRule: true,
    });
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'And?', noon + minuteMs));
    expect(bench.row()).toMatchObject({ needsReply: true });
  });

  it('is found by is:automatic and by words of its rule once it was sent', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    await bench.save({ ...firstReply, ruleID: 'other' as RuleID, name: 'Weekend', isOn: false });
    bench.newLead('1');
    const found = (query: string): readonly string[] =>
      listLeads(bench.store, {
        ...{ view: 'needs_reply', everywhere: true, start: null },
        ...{ query, now: bench.clock.now(), limit: 50 },
      })?.leads.map(({ leadID }) => leadID) ?? [];
    const all = [bench.row().leadID];
    expect([found('is:automatic'), found('rule:first'), found('-is:automatic')]).toEqual([
      ...[[], [], all],
    ]);
    await bench.pass(undoMs);
    bench.newLead('2', { status: 'Canceled' });
    expect([found('is:automatic'), found('rule:first'), found('rule:"rep fir"')]).toEqual([
      ...[all, all, all],
    ]);
    expect(found('rule:weekend')).toEqual([]);
    expect(found('-rule:first')).toEqual([bench.row('2').leadID]);
  });

  it('waits for its delay, and shows when it leaves', async () => {
    const bench = await planned();
    expect(bench.row().outgoing).toEqual({
      state: 'scheduled',
      since: noon + 2 * minuteMs,
      text: greeting,
    });
    await bench.pass(2 * minuteMs + 15 * secondMs);
    expect(bench.posted).toEqual([greeting]);
  });

  it('uses the customer’s language and the saved reply of the rule', async () => {
    const bench = automaticBench();
    await bench.save({
      ...firstReply,
      content: { kind: 'text', text: 'Hello', variants: { es: 'Hola {{customer.firstName}}' } },
    });
    const request = { description: 'Hola, necesito ayuda con la cocina por favor' };
    bench.newLead('1', { request: { requestID: 'r1', ...request } });
    await bench.pass(undoMs);
    expect(bench.posted).toEqual(['Hola Maria']);
  });
});

describe('the first fitting rule', () => {
  const rules: readonly AutomaticRule[] = [
    { ...firstReply, leads: { ...firstReply.leads, categories: ['Roofing'] } },
    {
      ...firstReply,
      ruleID: 'second' as RuleID,
      leads: { ...firstReply.leads, areas: ['787', 'Dallas'] },
      content: { kind: 'text', text: 'From Austin' },
    },
    { ...firstReply, ruleID: 'third' as RuleID, content: { kind: 'text', text: 'From anywhere' } },
  ];

  it.each([
    ['by category', { category: { name: 'roofing' } }, greeting],
    ['by the beginning of the zip code', { category: { name: 'Plumbing' } }, 'From Austin'],
    ['by city', { location: { city: 'dallas', state: 'TX', zipCode: '75001' } }, 'From Austin'],
    ['for all', { location: { city: 'Waco', state: 'TX', zipCode: '76701' } }, 'From anywhere'],
  ])('replies %s', async (_name, request, text) => {
    const bench = automaticBench();
    for (const rule of rules) await bench.save(rule);
    const base = { requestID: 'r1', category: { name: 'Plumbing' } };
    const location = { city: 'Austin', state: 'TX', zipCode: '78701' };
    bench.newLead('1', { request: { ...base, location, ...request } });
    await bench.pass(undoMs);
    expect(bench.posted).toEqual([text]);
  });

  it('follows the order of the list', async () => {
    const bench = automaticBench();
    for (const rule of rules) await bench.save(rule);
    await bench.run('automaticReplies.reorder', { ruleIDs: ['third'] });
    bench.newLead('1');
    await bench.pass(undoMs);
    expect(bench.posted).toEqual(['From anywhere']);
  });

  it('is one of a limited number of rules', async () => {
    const bench = automaticBench();
    const nth = (n: number): AutomaticRule => ({ ...firstReply, ruleID: `r${n}` as RuleID });
    for (let n = 0; n < maxRules; n += 1) await bench.save(nth(n));
    expect(await bench.run('automaticReplies.save', nth(maxRules))).toEqual(
      fail('conflict', `There can be ${maxRules} rules.`),
    );
    expect(await bench.run('automaticReplies.save', nth(7))).toEqual(succeed({}));
  });

  it.each([
    ['open', 'while the business is open', noon + 4 * hourMs, true],
    ['open', 'while the business is closed', noon + 14 * hourMs, false],
    ['closed', 'while the business is closed', noon + 14 * hourMs, true],
  ] as const)('with hours "%s" judges a lead that arrives %s', async (hours, _when, at, isSent) => {
    const clock = testClock(at);
    const bench = automaticBench(clock);
    const week = Array.from({ length: 7 }, () => [{ from: 8 * 60, to: 18 * 60 }]);
    changeSettings(bench.store, { businessHours: { timeZone: 'UTC', week, holidays: [] } });
    await bench.save({ ...firstReply, leads: { ...firstReply.leads, hours } });
    bench.newLead('1');
    await bench.pass(undoMs);
    expect(bench.posted).toHaveLength(isSent ? 1 : 0);
  });

  it.each([
    ['charged', 'Charged', 1],
    ['charged', 'Pending', 0],
    ['notCharged', 'Pending', 1],
  ] as const)('with charge "%s" judges a lead that is %s', async (charge, chargeState, sent) => {
    const bench = automaticBench();
    await bench.save({ ...firstReply, leads: { ...firstReply.leads, charge } });
    bench.newLead('1', { chargeState });
    await bench.pass(undoMs);
    expect(bench.posted).toHaveLength(sent);
  });
});

describe('an automatic reply is never sent', () => {
  it('to history: a lead from before the account was connected', async () => {
    const bench = automaticBench();
    await bench.save({
      ...firstReply,
      when: { kind: 'newLead', afterSeconds: 0, withinMinutes: 1_440 },
    });
    bench.store.db.prepare('UPDATE automatic_rules SET on_since = 0').run();
    bench.newLead('1', {}, 2 * hourMs);
    await bench.pass(minuteMs);
    expect(bench.messagesOf()).toEqual([]);
    expect(bench.unsent()).toEqual([]);
  });

  it('to a lead from before the rule was switched on', async () => {
    const bench = automaticBench();
    bench.newLead('1', {}, minuteMs);
    await bench.save(firstReply);
    await bench.pass(minuteMs);
    expect(bench.messagesOf()).toEqual([]);
  });

  it.each(['is switched on', 'ends its pause'])(
    'to a lead dated ahead of the clock from before a rule %s, which holds no later lead back',
    async (way) => {
      const bench = automaticBench();
      if (way === 'ends its pause') {
        await bench.save(firstReply);
        await bench.run('automaticReplies.pause', { isPaused: true });
      }
      bench.newLead('1', {}, -6 * 24 * hourMs);
      bench.newLead('2', {}, -minuteMs);
      bench.deliver(
        'MessageCreatedV4',
        message('m1', '1', 'Business', 'Hi', noon + 7 * 24 * hourMs),
      );
      if (way === 'ends its pause') await bench.run('automaticReplies.pause', { isPaused: false });
      else await bench.save(firstReply);
      await bench.pass(2 * minuteMs);
      expect(bench.posted).toEqual([]);
      bench.newLead('3');
      bench.newLead('4', {}, -minuteMs);
      await bench.pass(2 * minuteMs);
      expect(bench.posted).toHaveLength(2);
      expect(bench.messagesOf('2')).toEqual([]);
    },
  );

  it('twice to a lead that two accounts have during a move', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    await bench.pass(undoMs);
    bench.store.db.exec(`
      INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
        SELECT 'v4', profile, user_id, user_name, connected, connected_at FROM accounts;
      INSERT INTO leads (account_id, negotiation_id, customer_name, created_at, complete, changed_at)
        VALUES ('v4', '1', 'Maria', ${noon}, 1, ${noon});`);
    const { lead } = bench.store.db.prepare('SELECT max(lead) AS lead FROM leads').get() as {
      lead: number;
    };
    refreshLeads(bench.store, [lead]);
    bench.publish({ kinds: ['leads'], leadIDs: [toLeadID(lead)] });
    await bench.pass(minuteMs);
    expect(bench.posted).toHaveLength(1);
  });

  it('by a second rule to a lead about which one has decided', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    await bench.pass(undoMs);
    await bench.save({ ...firstReply, ruleID: 'second' as RuleID });
    bench.store.db.prepare('UPDATE automatic_rules SET on_since = 0').run();
    await bench.run('automaticReplies.reorder', { ruleIDs: ['second'] });
    await bench.pass(minuteMs);
    expect(bench.posted).toHaveLength(1);
  });

  it('to a test lead of staging', async () => {
    const bench = automaticBench();
    bench.store.db.exec(
      `UPDATE accounts SET profile = json_set(profile, '$.environment', 'staging')`,
    );
    await bench.save(firstReply);
    bench.newLead('1');
    await bench.pass(minuteMs);
    expect(bench.posted).toEqual([]);
  });

  it.each([
    ['archived', 'archived', true],
    ['snoozed', 'snoozedUntil', noon + hourMs],
    ['marked "No reply needed"', 'noReplyNeeded', true],
    ['not hired', 'jobStatus', { status: 'not_hired', reason: null, words: '' }],
  ] as const)('to a lead that was %s meanwhile', async (_name, mark, value) => {
    const bench = await planned();
    bench.store.write(() => {
      setMarks(bench.store, [bench.lead], { [mark]: value });
      refreshLeads(bench.store, [bench.lead]);
    });
    bench.publish({ kinds: ['leads'], leadIDs: [toLeadID(bench.lead)] });
    expect(bench.messagesOf()).toEqual([]);
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
  });

  it('to a lead that was canceled meanwhile', async () => {
    const bench = await planned();
    bench.ingest.applyLead(
      accountID,
      negotiation('1', { createdAt: rfc(noon), status: 'Canceled' }),
    );
    await bench.pass(2 * minuteMs + 15 * secondMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['canceled']);
  });

  it('to a lead that has disappeared meanwhile', async () => {
    const bench = await planned();
    bench.ingest.applyMissing(accountID, '1', 'gone');
    await bench.pass(2 * minuteMs + 15 * secondMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['gone']);
  });

  it('before the conversation of an older lead was read: it may have been answered elsewhere', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.store.db.prepare('UPDATE automatic_rules SET on_since = ?').run(noon - hourMs);
    bench.newLead('1', {}, 5 * minuteMs);
    bench.store.db.exec('UPDATE polls SET read_to = NULL');
    await bench.pass(minuteMs);
    expect(bench.posted).toEqual([]);
    bench.store.db.exec('UPDATE polls SET read_to = 0');
    await bench.pass(minuteMs);
    expect(bench.posted).toEqual([greeting]);
  });

  it('after a person has written here', async () => {
    const bench = await planned();
    bench.outbox().send(bench.row().leadID, newReplyID(), 'On my way');
    expect(bench.messagesOf().map(({ text }) => text)).toEqual(['On my way']);
    await bench.pass(hourMs);
    expect(bench.posted).toEqual(['On my way']);
    expect(bench.unsent()).toEqual(['answered']);
  });

  it('after a person has written elsewhere', async () => {
    const bench = await planned();
    const at = noon + minuteMs;
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', 'I can come at 3', at));
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['answered']);
  });

  it('over text in the composer', async () => {
    const bench = await planned();
    saveDraft(bench.store, bench.lead, { text: 'Hi M', replyID: null }, noon);
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['writing']);
  });

  it('while the person types', async () => {
    const bench = await planned();
    bench.type(bench.row().leadID);
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['writing']);
  });

  it('after the customer wrote something that it did not know of', async () => {
    const bench = await planned();
    const at = noon + minuteMs;
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Found somebody', at));
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['customerWrote']);
  });

  it('with a gap, and the lead names it', async () => {
    const bench = automaticBench();
    const text = 'Hi {{customer.firstName}}, we come at {{times}}';
    await bench.save({ ...firstReply, content: { kind: 'text', text } });
    bench.newLead('1');
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['gap: [times]']);
  });

  it('without its saved reply', async () => {
    const bench = automaticBench();
    await bench.save({
      ...firstReply,
      content: { kind: 'savedReply', savedReplyID: 'no' as never },
    });
    bench.newLead('1');
    await bench.pass(hourMs);
    expect(bench.unsent()).toEqual(['noText']);
  });

  it('too late, and the lead says so', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.store.db.prepare('UPDATE automatic_rules SET on_since = ?').run(noon - hourMs);
    bench.newLead('1', {}, 20 * minuteMs);
    await bench.pass(minuteMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['tooLate']);
  });

  it('after a sleep that made it too late', async () => {
    const bench = await planned();
    // The computer sleeps: its wall clock goes on, and no timer runs.
    bench.clock.set(noon + hourMs);
    await bench.pass(15 * secondMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['tooLate']);
  });

  it('beyond the number of the day, and the next day begins again', async () => {
    const bench = automaticBench();
    changeSettings(bench.store, { automaticRepliesADay: 1 });
    await bench.save(firstReply);
    bench.newLead('1');
    bench.newLead('2');
    await bench.pass(undoMs);
    expect(bench.posted).toHaveLength(1);
    expect(bench.unsent('2')).toEqual(['dailyLimit']);
    bench.clock.sleep(24 * hourMs);
    bench.newLead('3');
    await bench.pass(undoMs);
    expect(bench.posted).toHaveLength(2);
  });

  it('while rules are paused, and not to leads of the pause afterwards', async () => {
    const bench = await planned();
    await bench.run('automaticReplies.pause', { isPaused: true });
    expect(bench.unsent('1')).toEqual(['paused']);
    bench.newLead('2');
    await bench.pass(minuteMs);
    await bench.run('automaticReplies.pause', { isPaused: false });
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    bench.newLead('3');
    await bench.pass(3 * minuteMs);
    expect(bench.posted).toHaveLength(1);
  });

  it('by a rule that was switched off or removed meanwhile', async () => {
    const off = await planned();
    await off.save({ ...firstReply, isOn: false });
    await off.pass(hourMs);
    expect(off.posted).toEqual([]);
    const removed = await planned();
    await removed.run('automaticReplies.remove', { ruleID: firstReply.ruleID });
    await removed.pass(hourMs);
    expect(removed.posted).toEqual([]);
    expect(removed.messagesOf()).toEqual([]);
  });
});

describe('a person', () => {
  it('sends a waiting automatic reply at once, as their own', async () => {
    const bench = await planned();
    const [waiting] = bench.messagesOf();
    const sent = await bench.run('automaticReplies.sendNow', {
      messageID: waiting?.messageID as never,
    });
    expect(sent.ok).toBe(true);
    await bench.pass(1);
    expect(bench.posted).toEqual([greeting]);
    expect(bench.messagesOf()).toMatchObject([{ rule: null }]);
    expect(bench.row()).toMatchObject({ isAnswered: true, needsReply: false, isUnread: false });
  });

  it('sends it again after a failure, even when it is too late for the rule', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    const [waiting] = bench.messagesOf();
    bench.store.db.exec("UPDATE outbox SET state = 'failed'");
    await bench.pass(hourMs);
    expect(bench.row().isUnread).toBe(true);
    bench.outbox().retry(waiting?.messageID as never);
    await bench.pass(1);
    expect(bench.posted).toEqual([greeting]);
    expect(bench.row()).toMatchObject({ needsReply: false, isUnread: false });
  });

  it('declines it for good', async () => {
    const bench = await planned();
    const [waiting] = bench.messagesOf();
    const input = { messageID: waiting?.messageID as never };
    expect((await bench.run('automaticReplies.decline', input)).ok).toBe(true);
    expect(await bench.run('automaticReplies.decline', input)).toMatchObject({
      error: { code: 'too_late' },
    });
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['declined']);
  });

  it('edits it: the text moves to the composer, and the rule sends nothing', async () => {
    const bench = await planned();
    const [waiting] = bench.messagesOf();
    const undone = bench.outbox().undo(waiting?.messageID as never);
    expect(undone).toMatchObject({ ok: true, value: { draft: greeting } });
    expect(bench.unsent()).toEqual(['edited']);
    await bench.pass(hourMs);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['edited']);
  });

  it('discards it after a failure', async () => {
    const bench = await planned();
    bench.store.db.exec("UPDATE outbox SET state = 'failed'");
    expect(bench.outbox().discard(bench.messagesOf()[0]?.messageID as never).ok).toBe(true);
    expect(bench.unsent()).toEqual(['declined']);
  });

  it('changes the rule, and the waiting reply follows', async () => {
    const bench = await planned();
    await bench.save({
      ...firstReply,
      when: { kind: 'newLead', afterSeconds: 60, withinMinutes: 15 },
      content: { kind: 'text', text: 'Hello' },
    });
    await bench.pass(minuteMs + 15 * secondMs);
    expect(bench.posted).toEqual(['Hello']);
  });

  it('changes the saved reply of the rule, and the waiting reply follows', async () => {
    const bench = automaticBench();
    const savedReplyID = 'saved' as SavedReplyID;
    const save = (text: string): void =>
      putSavedReply(bench.store, {
        ...{ savedReplyID, name: 'Hello', text, isPinned: false },
        scope: { for: 'all' },
      });
    save('On my way');
    await bench.save({
      ...firstReply,
      when: { kind: 'newLead', afterSeconds: 60, withinMinutes: 15 },
      content: { kind: 'savedReply', savedReplyID },
    });
    bench.newLead('1');
    await bench.pass(secondMs);
    save('We come tomorrow');
    await bench.pass(minuteMs + 15 * secondMs);
    expect(bench.posted).toEqual(['We come tomorrow']);
  });

  it('is answered too late once the reply has left', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    const [waiting] = bench.messagesOf();
    await bench.pass(undoMs);
    const input = { messageID: waiting?.messageID as never };
    for (const command of ['automaticReplies.sendNow', 'automaticReplies.decline'] as const)
      expect(await bench.run(command, input)).toMatchObject({ error: { code: 'too_late' } });
  });
});

describe('after a restart of the engine', () => {
  it('a planned reply leaves once, and a lead of meanwhile gets its reply', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    bench.stop();
    bench.start();
    bench.stop();
    bench.newLead('2');
    bench.start();
    await bench.pass(minuteMs);
    expect(bench.posted).toHaveLength(2);
    await bench.pass(hourMs);
    expect(bench.posted).toHaveLength(2);
  });
});
