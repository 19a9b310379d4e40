import { describe, expect, it } from 'vitest';
import type { NoteID } from '../../../../contract/records.ts';
import { listNewLeads, listUsedRules } from '../../../../main/engine/automatic/candidates.ts';
import { byRule } from '../../../../main/engine/conversation/automatic.ts';
import { readDraft } from '../../../../main/engine/conversation/drafts.ts';
import { insertOwnMessage } from '../../../../main/engine/conversation/messages.ts';
import {
  putRuleReply,
  listUnsentReplies,
  type RuleReply,
} from '../../../../main/engine/conversation/rule-replies.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { addMention, markMentionsSeen } from '../../../../main/engine/leads/mentions.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { setNotified, markRead, markUnread } from '../../../../main/engine/leads/read-mark.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { keepPhone, listPhones } from '../../../../main/engine/leads/lead-phones.ts';
import { readLeadCounts } from '../../../../main/engine/leads/counts.ts';
import { firstReply } from '../automatic/bench.ts';
import { findMergeTarget } from '../../../../main/engine/accounts/moves.ts';
import {
  broken,
  currentID,
  legacyID,
  noon,
  openBench,
  outcomeUnknown,
  settle,
} from '../tools/move/bench.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Bench = ReturnType<typeof openBench>;

/** A lead that both interfaces have, with one message of the customer. */
const both = (bench: Bench, at = noon - 10 * minute): void => {
  bench.legacy.lead('n1');
  bench.legacy.message('m1', 'n1', 'Are you there?', at);
  bench.v4.lead('n1');
  bench.v4.message('m1', 'n1', 'Customer', 'Are you there?', at);
};

/** Makes the only message one of a rule; returns its number. */
const sentByRule = (store: Store): number =>
  store.db
    .prepare<[number], number>('UPDATE messages SET automatic = ? RETURNING message')
    .pluck()
    .get(byRule) ?? 0;

const ofFirstRule = (store: Store, reply: Pick<RuleReply, 'lead' | 'message' | 'reason'>): void => {
  const { ruleID, name: ruleName } = firstReply;
  putRuleReply(store, {
    ...{ ruleID, ruleName, kind: 'newLead', knownTo: 0, gap: '', at: noon },
    ...reply,
  });
};

const mark = (bench: Bench, set: (lead: number) => void, id = legacyID): void => {
  const lead = bench.numberOf(id, 'n1');
  set(lead);
  refreshInbox(bench.store, lead);
};

const texts = (bench: Bench) =>
  bench.v4.thread('n1').map(({ text, sending }) => [text, sending?.state ?? null]);

describe('merging a legacy lead', () => {
  it('keeps an unseen mention of the person, and what the team did with the lead', () => {
    const bench = openBench();
    both(bench);
    const lead = bench.numberOf(legacyID, 'n1');
    addMention(bench.store, lead, 'note-1' as NoteID);
    bench.store.db
      .prepare(
        "INSERT INTO team_activity (lead, person, kind, value, at) VALUES (?, 'ana', 'archived', '', 1)",
      )
      .run(lead);
    bench.merge('n1');
    const current = bench.numberOf(currentID, 'n1');
    const activity = bench.store.db.prepare('SELECT lead FROM team_activity').pluck().all();
    expect([markMentionsSeen(bench.store, current), activity]).toEqual([true, [current]]);
  });

  it('keeps the file of a shared message and a second phone number', () => {
    const bench = openBench();
    both(bench);
    const attachments = JSON.stringify([
      { fileName: 'a.jpg', fileSize: null, mimeType: '', url: 'https://x/a', description: null },
    ]);
    bench.store.db
      .prepare('UPDATE messages SET attachments = ? WHERE lead = ?')
      .run(attachments, bench.numberOf(legacyID, 'n1'));
    keepPhone(bench.store, bench.numberOf(legacyID, 'n1'), '+15125550111', true);
    bench.merge('n1');
    expect(bench.v4.thread('n1')).toMatchObject([{ attachments: [{ fileName: 'a.jpg' }] }]);
    expect(listPhones(bench.store, bench.numberOf(currentID, 'n1'))).toEqual([
      '+15125550100',
      '+15125550111',
    ]);
  });
});

describe('a merged lead', () => {
  it('keeps the star, the draft, and the read mark', () => {
    const bench = openBench();
    both(bench);
    mark(bench, (lead) => setMarks(bench.store, [lead], { starred: true }));
    mark(bench, (lead) => markRead(bench.store, [lead]));
    bench.draft(bench.numberOf(legacyID, 'n1'), 'I can come on');
    bench.merge('n1');
    expect(bench.view('all')).toHaveLength(1);
    expect(bench.v4.row('n1')).toMatchObject({
      accountID: currentID,
      starred: true,
      hasDraft: true,
      isUnread: false,
      needsReply: true,
    });
    expect(readDraft(bench.store, bench.numberOf(currentID, 'n1')).text).toBe('I can come on');
  });

  it('keeps both drafts if both leads have one', () => {
    const bench = openBench();
    both(bench);
    bench.draft(bench.numberOf(legacyID, 'n1'), 'from before');
    bench.draft(bench.numberOf(currentID, 'n1'), 'from now');
    bench.merge('n1');
    expect(readDraft(bench.store, bench.numberOf(currentID, 'n1')).text).toBe(
      'from now\n\nfrom before',
    );
  });

  it.each(['archived', 'noReplyNeeded'] as const)(
    'keeps the mark %s, unless the customer has written since',
    (name) => {
      const quiet = openBench();
      both(quiet);
      mark(quiet, (lead) => setMarks(quiet.store, [lead], { [name]: true }));
      quiet.merge('n1');
      expect(quiet.v4.row('n1')[name]).toBe(true);

      const busy = openBench();
      both(busy);
      mark(busy, (lead) => setMarks(busy.store, [lead], { [name]: true }));
      busy.v4.message('m2', 'n1', 'Customer', 'Hello?', noon - minute / 2);
      busy.merge('n1');
      expect(busy.v4.row('n1')).toMatchObject({ [name]: false, isUnread: true });
    },
  );

  it('keeps the marks of the v4 lead', () => {
    const bench = openBench();
    both(bench);
    mark(bench, (lead) => setMarks(bench.store, [lead], { starred: true }), currentID);
    mark(bench, (lead) => markRead(bench.store, [lead]), currentID);
    bench.merge('n1');
    expect(bench.v4.row('n1')).toMatchObject({ starred: true, isUnread: false });
  });

  it.each([
    ['the request', noon - 5 * minute],
    ['the last message', noon - minute / 2],
  ])('stays read even if v4 dates %s a fraction of a second later', (_, sentAt) => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.legacy.message('m1', 'n1', 'Are you there?', sentAt);
    mark(bench, (lead) => markRead(bench.store, [lead]));
    expect(bench.legacy.row('n1').isUnread).toBe(false);
    bench.v4.lead('n1', { createdAt: new Date(noon - minute + 730).toISOString() });
    bench.v4.message('m1', 'n1', 'Customer', 'Are you there?', sentAt + 640);
    bench.merge('n1');
    expect(bench.v4.row('n1').isUnread).toBe(false);
  });

  it('stays unread even if the first v4 sync took it as read', () => {
    const bench = openBench();
    const created = { createTimestamp: String((noon - 20 * day) / 1_000) };
    bench.legacy.lead('n1', created);
    bench.legacy.message('m1', 'n1', 'Are you there?', noon - 19 * day);
    mark(bench, (lead) => markUnread(bench.store, [lead]));
    bench.v4.lead('n1', { createdAt: new Date(noon - 20 * day).toISOString() });
    bench.v4.message('m1', 'n1', 'Customer', 'Are you there?', noon - 19 * day);
    expect(bench.v4.row('n1').isUnread).toBe(false);
    bench.merge('n1');
    expect(bench.v4.row('n1').isUnread).toBe(true);
  });

  it('stays unread if it was answered and then marked unread', async () => {
    const bench = openBench();
    both(bench);
    await bench.legacy.reply('n1', 'Yes, tomorrow');
    mark(bench, (lead) => markUnread(bench.store, [lead]));
    bench.v4.message('r1', 'n1', 'Business', 'Yes, tomorrow', noon + 400);
    bench.merge('n1');
    expect(texts(bench)).toEqual([
      ['Are you there?', null],
      ['Yes, tomorrow', 'sent'],
    ]);
    expect(bench.v4.row('n1').isUnread).toBe(true);
  });

  it('is read if it was answered here or on the service’s own pages', async () => {
    const here = openBench();
    both(here);
    await here.legacy.reply('n1', 'Yes, tomorrow');
    here.v4.message('r1', 'n1', 'Business', 'Yes, tomorrow', noon + 400);
    here.merge('n1');
    expect(here.v4.row('n1').isUnread).toBe(false);

    const there = openBench();
    both(there);
    there.v4.message('r1', 'n1', 'Business', 'Yes, tomorrow', noon + 400);
    there.clock.advance(3 * day);
    there.merge('n1');
    expect(there.v4.row('n1').isUnread).toBe(false);
  });

  it.each([
    [0, 'took it as read history', false],
    [10, 'brought it as news', true],
  ])('stays unread if a sync %i days after v4 was connected %s', (days, _, wasUnread) => {
    const bench = openBench();
    bench.v4.connectedAt(noon - days * day);
    const created = noon - 4 * day;
    bench.legacy.lead('n1', { createTimestamp: String(created / 1_000) });
    bench.legacy.message('m1', 'n1', 'Are you there?', noon - 3 * day);
    bench.v4.lead('n1', { createdAt: new Date(created).toISOString() });
    bench.v4.message('m1', 'n1', 'Customer', 'Are you there?', noon - 3 * day);
    expect(bench.v4.row('n1').isUnread).toBe(wasUnread);
    bench.merge('n1');
    expect(bench.v4.row('n1').isUnread).toBe(true);
  });

  it.each([
    [
      'was notified',
      (bench: Bench) =>
        mark(bench, (lead) => setNotified(bench.store, lead, noon - minute), currentID),
    ],
    ['came just before v4 was connected', (bench: Bench) => bench.v4.connectedAt(noon)],
  ])('is read if its v4 lead %s and was read days ago', (_, prepare) => {
    const bench = openBench();
    both(bench);
    prepare(bench);
    mark(bench, (lead) => markRead(bench.store, [lead]), currentID);
    bench.clock.advance(3 * day);
    bench.merge('n1');
    expect(bench.v4.row('n1').isUnread).toBe(false);
  });

  it('is unread if its v4 lead was marked unread, even if the legacy lead was read', () => {
    const bench = openBench();
    both(bench);
    mark(bench, (lead) => markRead(bench.store, [lead]));
    mark(bench, (lead) => markUnread(bench.store, [lead]), currentID);
    bench.merge('n1');
    expect(bench.v4.row('n1').isUnread).toBe(true);
  });

  it('leaves only the record of the legacy lead behind and is counted once', () => {
    const bench = openBench();
    both(bench);
    mark(bench, (lead) => setMarks(bench.store, [lead], { starred: true }));
    const was = bench.numberOf(legacyID, 'n1');
    bench.merge('n1');
    expect(readLeadCounts(bench.store, null)).toMatchObject({ all: 1, starred: 1, needs_reply: 1 });
    const left = ['leads', 'messages', 'marks', 'drafts', 'outbox', 'inbox'].map((table) =>
      bench.store
        .prepare<[number], { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE lead = ?`)
        .get(was),
    );
    expect(left.every((row) => row?.n === 0)).toBe(true);
    const kept = bench.store
      .prepare<[number], { record: string }>('SELECT record FROM moved_leads WHERE was = ?')
      .get(was);
    expect(JSON.parse(kept?.record ?? '')).toMatchObject({ leadID: 'n1', leadType: 'ESTIMATION' });
  });

  it('has a legacy number that no other lead ever gets', () => {
    const bench = openBench();
    bench.v4.lead('n1');
    bench.legacy.lead('n1');
    const was = bench.numberOf(legacyID, 'n1');
    bench.merge('n1');
    bench.v4.lead('n2');
    bench.v4.message('m9', 'n3', 'Customer', 'Hello', noon - minute);
    expect(bench.numberOf(currentID, 'n2')).toBeGreaterThan(was);
    expect(bench.numberOf(currentID, 'n3')).toBeGreaterThan(was);
    expect(findMergeTarget(bench.store, was)).toBe(bench.numberOf(currentID, 'n1'));
  });

  it('is found once by the words of its messages', () => {
    const bench = openBench();
    both(bench);
    bench.legacy.message('m2', 'n1', 'The blue staircase', noon - 5 * minute);
    bench.merge('n1');
    expect(bench.view('all', 'staircase')).toHaveLength(1);
    expect(bench.view('all', 'there')).toHaveLength(1);
  });
});

describe('the messages of both leads', () => {
  it('appear once each, including those that v4 does not have', () => {
    const bench = openBench();
    both(bench);
    bench.legacy.message('m2', 'n1', 'Only the old interface heard this', noon - 5 * minute);
    bench.v4.message('m3', 'n1', 'Customer', 'And only v4 this', noon - 4 * minute);
    bench.merge('n1');
    expect(texts(bench).map(([text]) => text)).toEqual([
      'Are you there?',
      'Only the old interface heard this',
      'And only v4 this',
    ]);
  });

  it('appear once even if the interfaces use different IDs for the same message', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.legacy.message('old-1', 'n1', 'Hello', noon - 10 * minute);
    bench.legacy.message('old-2', 'n1', 'Hello', noon - 5 * minute);
    bench.v4.lead('n1');
    bench.v4.message('new-1', 'n1', 'Customer', 'Hello', noon - 10 * minute + 300);
    bench.merge('n1');
    expect(texts(bench)).toHaveLength(2);
  });

  it('are kept even if v4 has one of them in another conversation', () => {
    const bench = openBench();
    both(bench);
    bench.legacy.message('m2', 'n1', 'Misplaced', noon - 5 * minute);
    bench.v4.message('m2', 'n2', 'Customer', 'Misplaced', noon - 5 * minute);
    bench.merge('n1');
    expect(texts(bench).map(([text]) => text)).toEqual(['Are you there?', 'Misplaced']);
  });
});

describe('a reply in the legacy lead', () => {
  it('that was sent appears once after the merge, still as sent from here', async () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    await bench.legacy.reply('n1', 'On Monday at four');
    bench.v4.lead('n1');
    bench.v4.message('r1', 'n1', 'Business', 'On Monday  at four', noon + 2 * hour);
    bench.merge('n1');
    expect(texts(bench)).toEqual([['On Monday  at four', 'sent']]);
    bench.v4.message('r1', 'n1', 'Business', 'On Monday  at four', noon + 2 * hour, 'poll');
    expect(texts(bench)).toHaveLength(1);
  });

  it('by a rule stays one of the rule, which does not reply to the v4 lead again', async () => {
    const bench = openBench();
    const { store } = bench;
    bench.legacy.lead('n1');
    await bench.legacy.reply('n1', 'Hi, we got your request.');
    const message = sentByRule(store);
    ofFirstRule(store, { lead: bench.numberOf(legacyID, 'n1'), message, reason: null });
    bench.v4.lead('n1');
    bench.v4.message('r1', 'n1', 'Business', 'Hi, we got your request.', noon + minute);
    bench.merge('n1');
    expect(bench.v4.thread('n1')).toMatchObject([{ rule: { name: 'First reply' } }]);
    expect(bench.v4.row('n1')).toMatchObject({ isAnsweredByRule: true, isAnswered: false });
    const lead = bench.numberOf(currentID, 'n1');
    expect(listUsedRules(store, lead)).toEqual(new Set([firstReply.ruleID]));
    expect(listNewLeads(store, 0, [lead])).toEqual([]);
  });

  it('that is the echo of a rule’s reply in v4 stays one of the rule', () => {
    const bench = openBench();
    const { store } = bench;
    const text = 'Hi, we got your request.';
    bench.legacy.lead('n1');
    bench.legacy.message('r1', 'n1', text, noon + minute);
    store.db.exec("UPDATE messages SET side = 'business'");
    bench.v4.lead('n1');
    const sent = { accountID: currentID, lead: bench.numberOf(currentID, 'n1') };
    const own = { ...sent, text, now: noon + minute, automatic: byRule };
    const message = insertOwnMessage(store, own);
    ofFirstRule(store, { lead: sent.lead, message, reason: null });
    ofFirstRule(store, {
      ...{ lead: bench.numberOf(legacyID, 'n1'), message: null, reason: 'tooLate' },
    });
    bench.merge('n1');
    expect(bench.v4.thread('n1')).toMatchObject([{ text, rule: { name: 'First reply' } }]);
    expect(bench.v4.row('n1')).toMatchObject({ isAnsweredByRule: true, isAnswered: false });
    expect(listUnsentReplies(store, sent.lead)).toEqual([]);
  });

  it('by a rule keeps the rule’s name where the v4 lead says that it was too late', async () => {
    const bench = openBench();
    const { store } = bench;
    bench.legacy.lead('n1');
    await bench.legacy.reply('n1', 'Hi, we got your request.');
    const message = sentByRule(store);
    ofFirstRule(store, { lead: bench.numberOf(legacyID, 'n1'), message, reason: null });
    bench.v4.lead('n1');
    const lead = bench.numberOf(currentID, 'n1');
    ofFirstRule(store, { lead, message: null, reason: 'tooLate' });
    bench.merge('n1');
    expect(bench.v4.thread('n1')).toMatchObject([{ rule: { name: 'First reply' } }]);
    expect(listUnsentReplies(store, lead)).toEqual([]);
  });

  it('sent twice with the same text appears twice', async () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    await bench.legacy.reply('n1', 'Yes');
    bench.clock.advance(minute);
    await bench.legacy.reply('n1', 'Yes');
    bench.v4.lead('n1');
    bench.v4.message('r1', 'n1', 'Business', 'Yes', noon + 100);
    bench.v4.message('r2', 'n1', 'Business', 'Yes', noon + minute + 100);
    bench.merge('n1');
    expect(texts(bench)).toEqual([
      ['Yes', 'sent'],
      ['Yes', 'sent'],
    ]);
  });

  it('that waited in the outbox is sent through v4 exactly once', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.disconnect();
    await bench.legacy.reply('n1', 'On my way');
    expect(bench.sentByLegacy).toEqual([]);
    bench.merge('n1');
    bench.outbox.wake();
    await settle();
    bench.outbox.wake();
    bench.clock.advance(hour);
    await settle();
    expect(bench.sentByV4).toEqual(['n1: On my way']);
    expect(texts(bench).at(-1)).toEqual(['On my way', 'sent']);
  });

  it('that failed keeps its reason and can be retried through v4', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.answers.push(broken);
    await bench.legacy.reply('n1', 'Not taken');
    bench.merge('n1');
    const failed = bench.v4.thread('n1').at(-1);
    expect(failed?.sending).toMatchObject({ state: 'failed', reason: { code: 'rejected' } });
    expect(bench.view('outgoing')).toHaveLength(1);
    if (failed === undefined) return;
    bench.outbox.retry(failed.messageID);
    await settle();
    expect(bench.sentByV4).toEqual(['n1: Not taken']);
  });

  it('with an unknown outcome counts as sent if v4 has it', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.answers.push(outcomeUnknown);
    await bench.legacy.reply('n1', 'Did it arrive?');
    bench.v4.message('r1', 'n1', 'Business', 'Did it arrive?', noon + 500);
    bench.merge('n1');
    expect(texts(bench).at(-1)).toEqual(['Did it arrive?', 'sent']);
    expect(bench.view('outgoing')).toEqual([]);
  });

  it('with an unknown outcome does not match an earlier v4 message with the same text', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.answers.push(outcomeUnknown);
    await bench.legacy.reply('n1', 'Yes');
    bench.v4.message('r1', 'n1', 'Business', 'Yes', noon - 3 * hour);
    bench.merge('n1');
    expect(texts(bench)).toEqual([
      ['Yes', null],
      ['Are you there?', null],
      ['Yes', 'failed'],
    ]);
  });

  it('with an unknown outcome is looked up in v4 before it is sent again', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.answers.push(outcomeUnknown);
    await bench.legacy.reply('n1', 'Did it arrive?');
    bench.merge('n1');
    const failed = bench.v4.thread('n1').at(-1);
    expect(failed?.sending).toMatchObject({ reason: { code: 'outcome_unknown' } });
    if (failed === undefined) return;
    bench.outbox.retry(failed.messageID);
    await settle();
    expect(bench.lookedFor).toEqual(['Did it arrive?']);
    expect(bench.sentByV4).toEqual([]);
  });

  it('that was sent is matched with a v4 message before one with an unknown outcome', async () => {
    const bench = openBench();
    both(bench);
    bench.legacy.answers.push(outcomeUnknown);
    await bench.legacy.reply('n1', 'Hello');
    bench.clock.advance(minute);
    await bench.legacy.reply('n1', 'Hello');
    bench.v4.message('r1', 'n1', 'Business', 'Hello', noon + minute);
    bench.merge('n1');
    expect(texts(bench).slice(1)).toEqual([
      ['Hello', 'failed'],
      ['Hello', 'sent'],
    ]);
  });

  it('that is not in the v4 conversation is kept as sent', async () => {
    const bench = openBench();
    both(bench);
    await bench.legacy.reply('n1', 'Only said by the old interface');
    bench.merge('n1');
    expect(texts(bench).at(-1)).toEqual(['Only said by the old interface', 'sent']);
    expect(bench.v4.row('n1').needsReply).toBe(false);
  });
});
