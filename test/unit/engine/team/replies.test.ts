/** Members' replies in the log: who holds one, whose request leaves, and how each ended. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { MessageID } from '../../../../contract/records.ts';
import { parseBody, parseFact } from '../../../../contract/team/facts.ts';
import type { Receipt } from '../../../../main/engine/conversation/outbox/courier.ts';
import { createOutbox, type Outbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import {
  absentTeam,
  type ReplyTeam,
} from '../../../../main/engine/conversation/outbox/reply-team.ts';
import { readDraft } from '../../../../main/engine/conversation/drafts.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import {
  createMovedReplies,
  type MovedReplies,
} from '../../../../main/engine/team/moved-replies.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { message, negotiation } from '../support/records.ts';
import { newReplyID, noon, testLog } from '../support/store.ts';
import { newTeam, type Desktop } from './desktops.ts';

type Sending = Desktop & {
  readonly outbox: () => Outbox;
  readonly restart: () => void;
  readonly moved: () => MovedReplies;
  readonly usePort: (next: ReplyTeam) => void;
  readonly draft: () => string;
  /** Texts of the requests that left. */
  readonly posted: string[];
  /** Answers to requests; one that is missing leaves the request pending. */
  readonly answers: (Answer<Receipt> | Promise<Answer<Receipt>>)[];
  /** From now on searches find this reply at the service. */
  readonly arrive: (receipt: Receipt) => void;
  /** True if the disk takes no more replies. */
  readonly fill: (isFull: boolean) => void;
};

/** Two members who have a lead, and whose outboxes send. */
const two = () => {
  const team = newTeam();
  const sending = (person: string): Sending => {
    const desktop = team.desktop(person);
    desktop.deliver('NegotiationCreatedV4', negotiation('n1'));
    const posted: string[] = [];
    const answers: Sending['answers'] = [];
    let arrived: Receipt | null = null;
    const start = (): Outbox =>
      createOutbox({
        store: desktop.store,
        getSender: () => ({
          canSearch: true,
          courier: {
            deliver: async ({ text }) => {
              posted.push(text);
              return answers.shift() ?? (await new Promise(() => undefined));
            },
            find: async () => succeed(arrived),
            pausedUntil: () => null,
          },
        }),
        clock: team.clock,
        random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
        publish: () => undefined,
        log: testLog(),
        release: () => true,
        team: () => port,
        readUndoSeconds: () => 5,
      });
    /** The outbox's view of the team. */
    let port: ReplyTeam = desktop.replies;
    let outbox = start();
    onTestFinished(() => outbox.stop());
    const self = { person, desktop: `${person}-desk` };
    const openMoved = (): MovedReplies =>
      createMovedReplies({
        ...{ store: desktop.store, clock: team.clock, log: testLog(), self },
        replies: desktop.replies,
        takeOver: (leadID, reply) => {
          if (isFull) throw new Error('The disk is full.');
          return outbox.takeOver(leadID, reply);
        },
      });
    let isFull = false;
    let moved = openMoved();
    desktop.onHanded(() => moved.takeHanded());
    const draft = (): string => readDraft(desktop.store, 1).text;
    const restart = (): void => {
      outbox.stop();
      outbox = start();
      moved.stop();
      moved = openMoved();
    };
    const usePort = (next: ReplyTeam): void => void (port = next);
    const fill = (isFullNow: boolean): void => void (isFull = isFullNow);
    const arrive = (receipt: Receipt): void => void (arrived = receipt);
    const current = { outbox: () => outbox, moved: () => moved };
    return { ...desktop, ...current, restart, usePort, draft, posted, answers, arrive, fill };
  };
  const [ana, ben] = [sending('ana'), sending('ben')];
  const share = async (): Promise<void> => {
    // A change that conflicts with an own entry is published again after that entry was followed.
    for (let times = 0; times < 2; times += 1) {
      await settle();
      await team.publish();
      await settle();
      for (const each of [ana, ben]) await each.follow();
    }
  };
  const pass = async (ms: number): Promise<void> => {
    team.clock.advance(ms);
    await settle();
  };
  return { ...team, ana, ben, share, pass };
};

const hour = 60 * 60_000;

const send = ({ outbox }: Sending, text: string, replyID = newReplyID(), at?: number) => {
  const later = at === undefined ? undefined : { at, unlessAnswered: false };
  const sent = outbox().send(toLeadID(1), replyID, text, { later });
  if (!sent.ok) throw new Error(sent.error.message);
  return sent.value.message.messageID;
};

/** The states of replies in a desktop's copy of the log. */
const states = ({ store }: Desktop) =>
  store.db
    .prepare<[], string>(
      "SELECT fact FROM team_facts WHERE subject LIKE 'reply.%' ORDER BY sequence",
    )
    .pluck()
    .all()
    .map((text) => {
      const fact = parseFact(text);
      const body = fact && parseBody('reply', fact);
      return [fact?.author.person, body?.state, body?.message ?? body?.text ?? null];
    });

/** Reason for which the first unsent reply failed; null for one that waits. */
const reasonOf = ({ thread, lead }: Desktop) => {
  const state = thread(lead()).find(({ sending }) => sending !== null && sending.state !== 'sent');
  return state?.sending?.state === 'failed' ? state.sending.reason : null;
};

const unsent = ({ thread, lead }: Desktop) =>
  thread(lead()).filter(({ sending }) => sending !== null && sending.state !== 'sent').length;

describe('a reply of a member', () => {
  it('is in the log while it waits, before its request leaves, and once it is sent', async () => {
    const { ana, ben, share, pass } = two();
    send(ana, 'On my way', newReplyID(), noon + hour);
    await share();
    expect(states(ben)).toEqual([['ana', 'queued', 'On my way']]);
    await pass(hour);
    await pass(1_000);
    expect(ana.posted).toEqual(['On my way']);
    await ben.follow();
    expect(states(ben)).toEqual([['ana', 'sending', 'On my way']]);
  });

  it('is in the conversation of colleagues once it was sent, and once only', async () => {
    const { ana, ben, share, pass } = two();
    const shown = () => ben.thread(ben.lead()).map(({ text, isAutomatic }) => [text, isAutomatic]);
    // As a legacy service, which gives no id.
    for (const messageID of ['m1', null]) {
      ana.answers.push(succeed({ messageID, sentAt: noon }));
      send(ana, `Sent as ${messageID}`);
      await pass(5_000);
      await share();
    }
    const expected = [
      ['Sent as m1', false],
      ['Sent as null', false],
    ];
    expect(shown()).toEqual(expected);
    ben.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'Sent as m1', noon));
    // As after the lead came later than the replies.
    ben.store.db.exec('UPDATE team_facts SET lead = NULL');
    ben.leadsChanged({ kinds: ['leads'], leadIDs: null });
    expect(shown()).toEqual(expected);
    expect(ben.posted).toEqual([]);
  });

  it('hides no later message of the customer, even if the clock of its desktop is years ahead', async () => {
    const { ana, ben, share, pass } = two();
    ana.answers.push(succeed({ messageID: null, sentAt: null }));
    send(ana, 'On my way');
    await pass(5_000);
    ana.store.db.prepare('UPDATE messages SET sent_at = ?').run(Date.UTC(2031, 4, 5));
    await share();
    const at = noon + 60_000;
    ben.deliver('MessageCreatedV4', message('c1', 'n1', 'Customer', 'Which street?', at));
    expect(ben.thread(ben.lead()).map(({ text }) => text)).toEqual(['On my way', 'Which street?']);
    expect(ben.lead()).toMatchObject({ needsReply: true, isUnread: true, activityAt: at });
  });

  it('names its author at the message that a colleague receives', async () => {
    const { ana, ben, share, pass } = two();
    ana.answers.push(succeed({ messageID: 'm1', sentAt: noon }));
    send(ana, 'On my way');
    await pass(5_000);
    await share();
    expect(states(ben)).toEqual([['ana', 'sent', 'm1']]);
    ben.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'On my way', noon));
    const author = 'SELECT person, automatic FROM messages';
    expect(ben.store.db.prepare(author).all()).toEqual([{ person: 'ana', automatic: 0 }]);
    expect(ana.waiting()).toBe(0);
  });

  it('is recorded as sent by its echo, as failed by a refusal, and as withdrawn by its author', async () => {
    const { ana, ben, share, pass } = two();
    send(ana, 'Lost');
    await pass(5_000);
    ana.deliver('MessageCreatedV4', message('m7', 'n1', 'Business', 'Lost', noon + 5_000));
    await share();
    expect(states(ben)).toEqual([['ana', 'sent', 'm7']]);
    ben.answers.push(fail('rejected', 'No.', { status: 400 }));
    const refused = send(ben, 'Refused');
    ana.restart();
    await pass(95_000);
    await share();
    expect(states(ana).at(-1)).toEqual(['ben', 'failed', 'Refused']);
    ben.outbox().discard(refused);
    await share();
    expect(states(ana).at(-1)).toEqual(['ben', 'withdrawn', null]);
  });

  it('of a lead waits while a colleague’s is leaving, and is held once that was sent', async () => {
    const { ana, ben, pass } = two();
    const replies = new Map([ana, ben].map((each) => [each, send(each, 'Nine works')]));
    await pass(5_000);
    expect([...ana.posted, ...ben.posted]).toHaveLength(1);
    const [first, second] = ana.posted.length > 0 ? [ana, ben] : [ben, ana];
    await pass(10_000);
    expect([second.posted, reasonOf(second)]).toEqual([[], null]);
    // The turn of an engine that died is its desktop's, which searches for the reply.
    first.answers.push(succeed({ messageID: 'm1', sentAt: noon }));
    first.restart();
    await second.follow();
    await pass(120_000);
    await pass(5_000);
    expect(second.posted).toEqual([]);
    expect(reasonOf(second)).toMatchObject({ code: 'colleague_answered' });
    second.outbox().retry(replies.get(second) ?? ('' as MessageID));
    await pass(5_000);
    expect(second.posted).toEqual(['Nine works']);
  });

  it('whose author had not seen a colleague’s answer stays in the composer, or is sent anyway', async () => {
    const { ana, ben, share, pass } = two();
    ben.deliver('MessageCreatedV4', message('c1', 'n1', 'Customer', 'Anybody there?', noon));
    const [seen] = ben.thread(ben.lead());
    ana.answers.push(succeed({ messageID: 'm1', sentAt: noon + 1_000 }));
    send(ana, 'On my way');
    await pass(5_000);
    await share();
    const write = (more: Parameters<Outbox['send']>[3]) =>
      ben.outbox().send(toLeadID(1), newReplyID(), 'Nine works', more);
    for (const last of [seen?.messageID, null])
      expect(write({ seen: last })).toMatchObject({
        error: { code: 'colleague_answered', detail: 'ana' },
      });
    expect(unsent(ben)).toBe(0);
    // The person who saw the answer goes on writing.
    for (const more of [{}, { seen: null, anyway: true }]) {
      expect(write(more).ok).toBe(true);
      ben.answers.push(succeed({ messageID: `b${ben.posted.length}`, sentAt: noon + 2_000 }));
      await pass(5_000);
    }
    expect(ben.posted).toEqual(['Nine works', 'Nine works']);
  });

  it('is held as the one before, although its desktop has not followed the answer yet', async () => {
    const { ana, ben, pass } = two();
    ana.answers.push(succeed({ messageID: 'm1', sentAt: noon + 1_000 }));
    send(ana, 'On my way');
    await pass(5_000);
    for (const text of ['Nine works', 'Or ten'])
      ben.outbox().send(toLeadID(1), newReplyID(), text, { seen: null });
    for (let times = 0; times < 4; times += 1) await pass(5_000);
    expect(ben.posted).toEqual([]);
    expect(unsent(ben)).toBe(2);
  });

  it('that was written offline is held if a colleague answered meanwhile', async () => {
    const { ana, ben, server, share, pass } = two();
    const at = noon + hour;
    send(ben, 'Nine works', newReplyID(), at);
    ana.answers.push(succeed({ messageID: 'm1', sentAt: noon + 1_000 }));
    send(ana, 'On my way');
    await pass(5_000);
    await share();
    server.stop();
    await pass(hour);
    expect(ben.posted).toEqual([]);
    expect(reasonOf(ben)).toMatchObject({ code: 'colleague_answered', detail: 'ana' });
  });

  it.each([
    ['at any time after the colleague’s was sent', 0],
    ['also when the release of the turn needs a second attempt', 1],
  ])('of a lead that is sent anyway leaves within seconds, %s', async (_, lost) => {
    const { ana, ben, server, pass } = two();
    const { promise, resolve } = Promise.withResolvers<Answer<Receipt>>();
    ana.answers.push(promise);
    send(ana, 'From Ana');
    await pass(5_000);
    ben.outbox().send(toLeadID(1), newReplyID(), 'From Ben', { anyway: true });
    await pass(5_000);
    expect([ana.posted, ben.posted]).toEqual([['From Ana'], []]);
    if (lost > 0) server.stop();
    resolve(succeed({ messageID: 'm1', sentAt: noon }));
    await settle();
    server.start();
    // A freed turn that ended before the turn itself would let it count again.
    for (let second = 0; second < 5 - 2 * lost; second += 1) await pass(500);
    await pass(2_000);
    expect(ben.posted).toEqual(['From Ben']);
  });

  it('leaves when the turn was taken but the answer got lost', async () => {
    const { ana, server, pass } = two();
    send(ana, 'On my way');
    server.loseAnswers(1);
    await pass(5_000);
    expect(ana.posted).toEqual(['On my way']);
  });

  it('is held also while the place of its computer in the team is not known', async () => {
    const { ana, ben, share, pass } = two();
    ana.answers.push(succeed({ messageID: 'm1', sentAt: noon }));
    send(ana, 'Ten works');
    await pass(5_000);
    await share();
    // As after a new credential, or when the engine has just started.
    ben.usePort(absentTeam);
    const sent = ben.outbox().send(toLeadID(1), newReplyID(), 'Nine works', { seen: null });
    expect(sent).toMatchObject({ error: { code: 'colleague_answered', detail: 'ana' } });
    expect(ben.posted).toEqual([]);
  });

  it('leaves after ten seconds without a hub', async () => {
    const { ana, server, pass } = two();
    server.stop();
    send(ana, 'On my way');
    for (let second = 0; second < 9; second += 1) await pass(1_000);
    expect(ana.posted).toEqual([]);
    for (let second = 0; second < 9; second += 1) await pass(1_000);
    expect(ana.posted).toEqual(['On my way']);
    expect(ana.thread(ana.lead())).toMatchObject([{ sending: { withoutHub: true } }]);
  });

  it.each([
    ['that waits leaves from there only', hour, []],
    ['whose request has left is searched for before it is sent again', 0, ['On my way']],
  ])('that another desktop takes over, %s', async (_, inMs, left) => {
    const { ana, ben, share, pass, clock } = two();
    const replyID = newReplyID();
    send(ana, 'On my way', replyID, clock.now() + inMs);
    await pass(5_000);
    await share();
    expect(ana.posted).toEqual(left);
    const moved = await ben.replies.take(1, replyID);
    if (!moved.ok) throw new Error(moved.error.message);
    expect(ben.outbox().takeOver(toLeadID(1), moved.value).ok).toBe(true);
    ana.restart();
    await share();
    expect([unsent(ana), ana.draft()]).toEqual([0, '']);
    expect([unsent(ben), ben.posted]).toEqual([1, []]);
    await pass(inMs);
    // A reply that may have been sent is searched for in vain.
    for (let second = 0; second < 120; second += 1) await pass(1_000);
    expect(ben.posted).toEqual(['On my way']);
    expect(await ana.replies.take(1, newReplyID())).toMatchObject({ error: { code: 'not_found' } });
  });

  it('whose request arrived is found, and not sent again by the desktop that takes it over', async () => {
    const { ana, ben, share, pass } = two();
    const replyID = newReplyID();
    send(ana, 'On my way', replyID);
    await pass(5_000);
    await share();
    ben.arrive({ messageID: 'm9', sentAt: noon });
    const moved = await ben.replies.take(1, replyID);
    if (!moved.ok) throw new Error(moved.error.message);
    ben.outbox().takeOver(toLeadID(1), moved.value);
    // The turn of the desktop that sent it has to end.
    for (let second = 0; second < 120; second += 1) await pass(1_000);
    expect([ana.posted, ben.posted, unsent(ben)]).toEqual([['On my way'], [], 0]);
  });

  it('whose take-over was interrupted is still shown as waiting, and can be taken over again', async () => {
    const { ana, ben, share, pass } = two();
    const replyID = newReplyID();
    send(ana, 'On my way', replyID, noon + hour);
    await share();
    // The log has it, and the engine dies before its outbox has.
    expect(await ben.replies.take(1, replyID)).toMatchObject({ ok: true });
    await share();
    expect(unsent(ana)).toBe(0);
    expect(ben.replies.listWaiting(1)).toMatchObject([{ replyID, text: 'On my way' }]);
    const moved = await ben.replies.take(1, replyID);
    if (!moved.ok) throw new Error(moved.error.message);
    ben.outbox().takeOver(toLeadID(1), moved.value);
    expect(ben.replies.listWaiting(1)).toEqual([]);
    await pass(hour);
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    expect([ana.posted, ben.posted]).toEqual([[], ['On my way']]);
  });

  it('that two desktops take over at once is one’s', async () => {
    const { ana, ben, share } = two();
    const replyID = newReplyID();
    send(ana, 'On my way', replyID, noon + hour);
    await share();
    const answers = await Promise.all([ben.replies.take(1, replyID), ben.replies.take(1, replyID)]);
    expect(answers.map((answer) => (answer.ok ? 'taken' : answer.error.code)).toSorted()).toEqual([
      'conflict',
      'taken',
    ]);
  });
});

it('a reply that is undone while its turn is requested holds no colleague back', async () => {
  const { ana, ben, share, pass } = two();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  ana.usePort({
    ...ana.replies,
    takeTurn: async (row) => {
      const turn = await ana.replies.takeTurn(row);
      await answered;
      return turn;
    },
  });
  const messageID = send(ana, 'On my way');
  await pass(5_000);
  expect(ana.outbox().undo(messageID).ok).toBe(true);
  answer();
  await share();
  send(ben, 'I come');
  for (let second = 0; second < 10; second += 1) {
    await pass(1_000);
    await share();
  }
  expect([ana.posted, ben.posted]).toEqual([[], ['I come']]);
});

describe('a reply that is handed over', () => {
  const handed = async (at: number = noon + hour) => {
    const office = two();
    const { ana, share } = office;
    const replyID = newReplyID();
    const messageID = send(ana, 'On my way', replyID, at);
    await share();
    const handOver = () => ana.outbox().handOver(messageID, 'ben');
    return { ...office, replyID, messageID, handOver };
  };
  const waitingAt = ({ replies }: Desktop) =>
    replies.listWaiting(1).map(({ person, to, text }) => [person, to, text]);

  it('waits for the colleague’s computer, and leaves there once, at its time', async () => {
    const { ana, ben, share, pass, handOver } = await handed();
    expect(handOver().ok).toBe(true);
    expect([unsent(ana), ana.draft(), waitingAt(ana)]).toEqual([
      0,
      '',
      [['ana', 'ben', 'On my way']],
    ]);
    await share();
    await share();
    expect([unsent(ben), waitingAt(ana)]).toEqual([1, [['ben', null, 'On my way']]]);
    await pass(hour / 2);
    expect([ana.posted, ben.posted]).toEqual([[], []]);
    await pass(hour / 2);
    await pass(1_000);
    expect([ana.posted, ben.posted]).toEqual([[], ['On my way']]);
  });

  it('is taken back while nobody has it, also after a restart, and then stays', async () => {
    const { ana, ben, share, pass, handOver, replyID } = await handed();
    ben.onHanded(() => undefined);
    handOver();
    await share();
    expect((await ana.moved().take(1, replyID)).ok).toBe(true);
    ana.restart();
    await share();
    expect([unsent(ana), unsent(ben)]).toEqual([1, 0]);
    await pass(hour + 1_000);
    await pass(1_000);
    expect([ana.posted, ben.posted]).toEqual([['On my way'], []]);
  });

  it('cannot be taken back once the colleague’s computer has it', async () => {
    const { ana, ben, share, handOver, replyID } = await handed();
    handOver();
    ben.onHanded(() => undefined);
    await share();
    expect((await ben.moved().take(1, replyID)).ok).toBe(true);
    expect(await ana.moved().take(1, replyID)).toMatchObject({ error: { code: 'conflict' } });
    await share();
    expect([unsent(ana), unsent(ben)]).toEqual([0, 1]);
  });

  it('stays handed over when the log is back before it has heard of that', async () => {
    const { ana, ben, share, handOver } = await handed();
    handOver();
    ana.moved().takeHanded();
    await settle();
    expect(unsent(ana)).toBe(0);
    await share();
    await share();
    expect([unsent(ana), unsent(ben)]).toEqual([0, 1]);
  });

  it('leaves although the answer to its take-over got lost', async () => {
    const { ana, ben, share, pass, handOver, server, publish } = await handed();
    handOver();
    await settle();
    await publish();
    server.loseAnswers(1);
    await ben.follow();
    await share();
    expect(unsent(ben)).toBe(0);
    await pass(30_000);
    expect(unsent(ben)).toBe(1);
    await pass(hour);
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    expect([ana.posted, ben.posted]).toEqual([[], ['On my way']]);
  });

  it('is taken once this computer has room for it again', async () => {
    const { ben, share, pass, handOver } = await handed();
    ben.fill(true);
    handOver();
    await share();
    await share();
    expect(unsent(ben)).toBe(0);
    ben.fill(false);
    await pass(30_000);
    expect(unsent(ben)).toBe(1);
  });

  it('is not lost by a crash after the log gave it to this computer', async () => {
    const { ana, ben, share, pass, handOver, replyID } = await handed();
    handOver();
    ben.onHanded(() => undefined);
    await share();
    expect((await ben.replies.take(1, replyID)).ok).toBe(true);
    expect(unsent(ben)).toBe(0);
    ben.restart();
    expect(unsent(ben)).toBe(1);
    await share();
    await pass(hour + 1_000);
    // Another desktop may have sent it: it is searched for in vain first.
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    expect([ana.posted, ben.posted]).toEqual([[], ['On my way']]);
  });

  it('that was withdrawn before a restart stays withdrawn', async () => {
    const { ana, share, messageID } = await handed();
    ana.outbox().discard(messageID);
    ana.restart();
    expect(unsent(ana)).toBe(0);
    await share();
    ana.restart();
    expect(unsent(ana)).toBe(0);
  });
});
