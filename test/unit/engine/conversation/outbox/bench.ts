/**
 * An outbox with a real store, and a service in memory that loses what the test wants. The service has its own
 * clock, which changes of the computer's clock do not affect.
 */
import { onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { LeadID, Message, MessageID, ReplyID } from '../../../../../contract/records.ts';
import { createSender } from '../../../../../main/engine/marketplaces/pro-integration/v4/sender.ts';
import { adoptEcho } from '../../../../../main/engine/conversation/outbox/echo.ts';
import type { ReplyTeam } from '../../../../../main/engine/conversation/outbox/reply-team.ts';
import {
  createOutbox,
  type Outbox,
} from '../../../../../main/engine/conversation/outbox/outbox.ts';
import type { ServiceClient } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { MessageQuery } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/thread.ts';
import { messageRecord } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/records.ts';
import { parse } from '../../../../../main/engine/platform/http/parse.ts';
import { readDraft, saveDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { message, negotiation } from '../../support/records.ts';
import { newReplyID, testClock, testLog, type TestClock } from '../../support/store.ts';

type Record = ReturnType<typeof message>;
/** The fate of the next posted message. */
export type Fate =
  /** Accepted and answered. */
  | 'taken'
  /** Accepted, but the answer is lost. */
  | 'answer lost'
  /** Lost, and the connection breaks. */
  | 'lost'
  /** Not answered until the test releases it. */
  | 'held'
  | Answer<never>;

/**
 * A team's turn of the one lead. `never` leaves the request without an answer, `held` until `answerTurn`; a
 * colleague with the turn answers `wait`.
 */
export type TeamBench = {
  readonly fates: ('silent' | 'broken' | 'never' | 'held')[];
  /** The desktop that has the turn. */
  turn: 'us' | 'colleague' | null;
  readonly asked: () => number;
  readonly answerTurn: () => void;
  /** False after another desktop took over the replies. */
  holds: boolean;
  /** False for a lead of the practice account. */
  isShared: boolean;
  readonly port: ReplyTeam;
};

const testTeam = (): TeamBench => {
  const held: (() => void)[] = [];
  let asked = 0;
  let newest: object | null = null;
  const team: TeamBench = {
    fates: [],
    turn: null,
    asked: () => asked,
    answerTurn: () => held.splice(0).forEach((answer) => answer()),
    holds: true,
    isShared: true,
    port: {
      isHolder: () => team.holds,
      findSender: () => null,
      mayReplyByRule: () => true,
      findRuleReplyID: () => null,
      isShared: () => team.isShared,
      takeTurn: async () => {
        asked += 1;
        const fate = team.fates.shift();
        if (fate === 'broken') throw new Error('The hub is broken.');
        if (fate === 'silent') return fate;
        if (fate === 'never') return new Promise(() => undefined);
        if (fate === 'held') await new Promise<void>((resolve) => held.push(resolve));
        if (team.turn === 'colleague') return 'wait';
        team.turn = 'us';
        const turn = {
          before: null,
          free: () => {
            if (team.turn === 'us' && newest === turn) team.turn = null;
          },
        };
        newest = turn;
        return turn;
      },
    },
  };
  return team;
};

export const outcomeUnknown = fail('outcome_unknown', 'The connection broke.');

/** Runs everything that needs no timer. */
export const settle = async (): Promise<void> => {
  for (let times = 0; times < 10; times += 1) await new Promise((done) => setImmediate(done));
};

export type OutboxBench = Bench & {
  readonly outbox: () => Outbox;
  /** The service's messages of both sides. */
  readonly onService: Record[];
  readonly posted: string[];
  readonly fates: Fate[];
  readonly team: TeamBench;
  /** Requests that began without the turn although the hub answered, or while another one was pending. */
  readonly collisions: string[];
  /** Responses to the next thread requests instead of the list; a held one waits for `answerLook`. */
  readonly blind: (Answer<never> | 'held')[];
  readonly answerLook: (why: Answer<never>) => void;
  /** True if a thread request of the current engine is held. */
  readonly isLooking: () => boolean;
  readonly release: (how: 'taken' | 'lost') => void;
  readonly customer: (id: string, text: string) => void;
  readonly echo: (index: number) => void;
  /** A message that the professional writes on the service's website. */
  readonly elsewhere: (text: string) => Record;
  readonly leadID: LeadID;
  readonly own: () => readonly Message[];
  /** Sends a reply, by default under a new id. */
  readonly send: (text: string, replyID?: ReplyID) => MessageID;
  readonly draft: () => string;
  readonly write: (draft: string) => void;
  /** Kills the engine and starts another. */
  readonly restart: () => void;
  readonly disconnect: (isGone: boolean) => void;
  readonly setUndo: (seconds: number) => void;
  readonly pass: (ms: number) => Promise<void>;
};

const leavesWithoutHub = ({ sending }: Message): boolean =>
  sending?.state === 'sending' && sending.withoutHub === true;

/** @param inTeam true if the outbox asks `team` */
export const testOutbox = (clock: TestClock = testClock(), inTeam = false): OutboxBench => {
  const team = testTeam();
  const collisions: string[] = [];
  /** Requests of the current engine. */
  let requests = { pending: 0 };
  const negotiationID = 'n1';
  const base = testIngest(adoptEcho, clock);
  const { store } = base;
  base.deliver('NegotiationCreatedV4', negotiation(negotiationID));
  const onService: Record[] = [];
  const posted: string[] = [];
  const fates: Fate[] = [];
  const blind: OutboxBench['blind'] = [];
  let heldLook: ((why: Answer<never>) => void) | null = null;
  let isLooking = false;
  let held: ((how: 'taken' | 'lost') => void) | null = null;
  let isGone = false;
  let undo = 5;

  const own = () => base.thread(base.lead()).filter(({ side }) => side === 'business');

  const take = (text: string) => {
    const record = message(
      `m${onService.length + 1}`,
      negotiationID,
      'Business',
      text,
      clock.steady(),
    );
    onService.push(record);
    return parse(messageRecord, record);
  };

  const sendMessage: ServiceClient['sendMessage'] = async (_id, text, maySend) => {
    if (maySend?.() === false) return fail('timeout', 'Too late.');
    const current = requests;
    const hasTurn = !inTeam || team.turn === 'us' || own().some(leavesWithoutHub);
    if (current.pending > 0 || !hasTurn) collisions.push(text);
    posted.push(text);
    current.pending += 1;
    const answer = await post(text);
    current.pending -= 1;
    return answer;
  };

  const post = async (text: string): ReturnType<ServiceClient['sendMessage']> => {
    const fate = fates.shift() ?? 'taken';
    if (typeof fate !== 'string') return fate;
    if (fate === 'lost') return outcomeUnknown;
    if (fate === 'held') {
      const how = await new Promise<'taken' | 'lost'>((resolve) => (held = resolve));
      return how === 'taken' ? take(text) : outcomeUnknown;
    }
    const taken = take(text);
    return fate === 'taken' ? taken : outcomeUnknown;
  };

  const messages = (_id: string, { limit, sentAfter = 0, sentBefore = Infinity }: MessageQuery) => {
    const failure = blind.shift();
    if (failure === 'held') {
      isLooking = true;
      return new Promise<Answer<never>>((resolve) => (heldLook = resolve));
    }
    if (failure !== undefined) return Promise.resolve(failure);
    const found = onService
      .filter(({ sentAt }) => {
        const at = Date.parse(String(sentAt));
        return at > sentAfter && at < sentBefore;
      })
      .reverse()
      .slice(0, limit);
    return Promise.resolve(succeed({ records: found, limit, next: null }));
  };

  const client = {
    sendMessage,
    fetchMessagePage: messages,
    pausedUntil: () => null,
  } as unknown as ServiceClient;
  const start = (): Outbox =>
    createOutbox({
      store,
      getSender: () => createSender(store, isGone ? null : client),
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      publish: (change) => void base.changes.push(change),
      log: testLog(),
      release: () => true,
      ...(inTeam && { team: () => team.port }),
      readUndoSeconds: () => undo,
    });
  let outbox = start();
  onTestFinished(() => outbox.stop());
  const { leadID } = base.lead();
  const row = toRow(leadID) ?? 0;

  return {
    ...base,
    outbox: () => outbox,
    onService,
    posted,
    fates,
    team,
    collisions,
    blind,
    answerLook: (why) => {
      isLooking = false;
      heldLook?.(why);
    },
    isLooking: () => isLooking,
    release: (how) => held?.(how),
    customer: (id, text) => {
      const record = message(id, negotiationID, 'Customer', text, clock.steady());
      onService.push(record);
      base.deliver('MessageCreatedV4', record);
    },
    elsewhere: (text) => message('elsewhere', negotiationID, 'Business', text, clock.steady()),
    echo: (index) => base.deliver('MessageCreatedV4', onService[index]),
    leadID,
    own,
    send: (text, replyID = newReplyID()) => {
      const sent = outbox.send(leadID, replyID, text);
      if (!sent.ok) throw new Error(sent.error.message);
      return sent.value.message.messageID;
    },
    draft: () => readDraft(store, row).text,
    write: (text) => saveDraft(store, row, { text, replyID: null }, clock.now()),
    restart: () => {
      outbox.stop();
      requests = { pending: 0 };
      isLooking = false;
      outbox = start();
    },
    disconnect: (gone) => (isGone = gone),
    setUndo: (seconds) => (undo = seconds),
    pass: async (ms) => {
      await settle();
      clock.advance(ms);
      await settle();
    },
  };
};
