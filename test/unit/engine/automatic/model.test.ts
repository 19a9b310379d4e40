/**
 * Random orders of events around automatic replies, over the real store, planner, gate and outbox. Each reply is judged
 * by the events before it starts to leave.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import type { MessageID } from '../../../../contract/records.ts';
import { fail, succeed } from '../../../../contract/errors.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import type { Courier } from '../../../../main/engine/conversation/outbox/courier.ts';
import type { Outgoing } from '../../../../main/engine/conversation/outbox/rows.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { message, rfc } from '../support/records.ts';
import { newReplyID, testClock, type TestClock } from '../support/store.ts';
import { automaticBench, firstReply, followUp, hourMs, minuteMs, secondMs } from './bench.ts';
import type { AutomaticBench } from './bench.ts';

/** A business message later than this after its lead is no Quick Reply. */
const quickMs = 30 * secondMs;
/** The service's clock may be this far behind at the connection. */
const skewMs = 10 * minuteMs;
/** Deadline of a request. */
const requestMs = 30 * secondMs;
const maxLeads = 3;

const drains = 'Drain repair';

/** In their first order. */
const rules = {
  drains: {
    ...firstReply,
    ruleID: 'drains' as RuleID,
    name: 'Drains',
    leads: { ...firstReply.leads, categories: [drains] },
  },
  first: firstReply,
  others: { ...firstReply, ruleID: 'others' as RuleID, name: 'What is left' },
  follow: followUp,
} as const;
type RuleName = keyof typeof rules;
const newLeadRules = ['drains', 'first', 'others'] as const;
const allRules: readonly RuleName[] = [...newLeadRules, 'follow'];

const which = fc.nat(maxLeads - 1);
const isOn = fc.boolean();
const name = fc.constantFrom<RuleName>('drains', 'first', 'first', 'others', 'follow');
const kind = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds);

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('lead'),
      ago: fc.constantFrom(0, 0, 0, minuteMs, 3 * hourMs),
      category: fc.constantFrom(drains, 'Lawn care'),
      quickReply: kind('none', 'before', 'after'),
    }),
  },
  fc.record({ kind: kind('customer', 'person', 'elsewhere', 'sendNow', 'decline'), which }),
  fc.record({ kind: kind('typing', 'draft'), which, isOn }),
  fc.record({ kind: kind('switch'), name, isOn }),
  fc.record({ kind: kind('edit'), name, afterSeconds: fc.constantFrom(0, 60) }),
  fc.record({
    kind: kind('reorder'),
    order: fc.shuffledSubarray([...newLeadRules], { minLength: newLeadRules.length }),
  }),
  fc.record({ kind: kind('pause'), isOn }),
  fc.record({
    kind: kind('jump'),
    ms: fc.constantFrom(-24 * hourMs, -hourMs, -minuteMs, minuteMs, hourMs, 24 * hourMs),
  }),
  fc.constant({ kind: 'wake' as const }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('fate'),
      fate: kind('held', 'held', 'answer lost', 'lost', 'offline'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('answer'), fate: kind('taken', 'lost') }) },
  fc.record({ kind: kind('echo'), index: fc.nat(5) }),
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('pass'),
      ms: fc.constantFrom(1, 5 * secondMs, 5 * secondMs, 61 * secondMs, 20 * minuteMs, hourMs),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type ActOnLead = Extract<Step, { readonly which: number }>['kind'];
/** A crash after the step: `down` lets nothing run until the next one. */
const crash = fc.constantFrom('no', 'no', 'no', 'no', 'restart', 'down');
type Crash = typeof crash extends fc.Arbitrary<infer T> ? T : never;

type Lead = {
  readonly id: string;
  readonly createdAt: number;
  readonly category: string;
  /** A person of the business has written to it. */
  isAnswered: boolean;
  hasDraft: boolean;
  /** The customer has written last. */
  isCustomerLast: boolean;
  /** Rules for which it, or its silence, is history: they were off or paused meanwhile. */
  readonly historyOf: Set<RuleName>;
  /** Rules that have been the first one for it, since it arrived. */
  readonly firstRules: Set<RuleName>;
};

type Fate = 'held' | 'answer lost' | 'lost' | 'offline' | 'taken';
type Sent = { readonly text: string; readonly id: string; readonly lead: string; at: number };

class Model {
  readonly leads: Lead[] = [];
  readonly on: Record<RuleName, boolean> = {
    ...{ drains: true, first: true, others: true, follow: true },
  };
  order: readonly (typeof newLeadRules)[number][] = newLeadRules;
  readonly wrong: string[] = [];
  readonly fates: Fate[] = [];
  readonly onService: Sent[] = [];
  /** Number of accepted replies by rule, or kind of rule, and lead. */
  readonly accepted = new Map<string, number>();
  readonly connectedAt: number;
  readonly #clock: TestClock;
  readonly bench: AutomaticBench;
  isPaused = false;
  typingIn: Lead | null = null;
  isDown = false;
  /** The request without an answer, and the end of its deadline. */
  #held: { readonly until: number; readonly answer: (fate: Fate) => void } | null = null;
  #written = 0;

  constructor(clock: TestClock) {
    this.#clock = clock;
    this.connectedAt = clock.now() - hourMs;
    this.bench = automaticBench(clock, (store) => this.#courier(store));
  }

  #courier(store: Store): Courier {
    return {
      deliver: async (row) => {
        const { isPersonal, ruleID, ruleKind } = readRule(store, row);
        const lead = this.leads.find(({ id }) => id === row.negotiationID);
        if (lead === undefined) throw new Error('there is no such lead');
        if (!isPersonal) this.#judge(lead, ruleID as RuleName, row.attempts === 0);
        let fate = this.fates.shift() ?? 'taken';
        if (fate === 'held')
          fate = await new Promise((answer) => {
            this.#held = { until: this.#clock.steady() + requestMs, answer };
          });
        if (fate === 'offline') return fail('offline', 'No network.');
        if (fate === 'lost') return fail('outcome_unknown', 'The connection broke.');
        if (ruleID !== null) {
          for (const key of ruleKind === 'newLead' ? [ruleID, 'a first reply'] : [ruleID])
            this.accepted.set(
              `${key} ${lead.id}`,
              (this.accepted.get(`${key} ${lead.id}`) ?? 0) + 1,
            );
        }
        this.#silence(lead);
        const id = `sent-${this.onService.length}`;
        this.onService.push({ text: row.text, id, lead: lead.id, at: this.#clock.steady() });
        if (fate === 'answer lost') return fail('outcome_unknown', 'The connection broke.');
        return succeed({ messageID: id, sentAt: this.#clock.steady() });
      },
      find: ({ text, negotiationID }) => {
        const found = this.onService.findLast(
          (each) => each.lead === negotiationID && each.text === text,
        );
        return Promise.resolve(
          succeed(found === undefined ? null : { messageID: found.id, sentAt: found.at }),
        );
      },
      pausedUntil: () => null,
    };
  }

  /** Judges an automatic reply that starts to leave. @param isFirst no earlier attempt of it may have arrived */
  #judge(lead: Lead, rule: RuleName, isFirst: boolean): void {
    const say = (what: string): void => void this.wrong.push(`${rule} to ${lead.id}: ${what}`);
    if (!this.on[rule]) say('the rule is off');
    if (this.isPaused) say('rules are paused');
    if (rule !== 'follow' && lead.isAnswered) say('a person has written');
    if (rule !== 'follow' && !lead.firstRules.has(rule)) say('another rule comes first');
    if (rule === 'follow' && lead.isCustomerLast) say('the customer has written last');
    if (lead.hasDraft) say('there is a draft');
    if (this.typingIn === lead) say('the person types');
    if (lead.createdAt < this.connectedAt - skewMs) say('older than the connection');
    if (isFirst && lead.historyOf.has(rule)) say('history of the rule');
  }

  /** The first rule that is on and for a lead decides about it. */
  recordFirstRules(): void {
    for (const lead of this.leads) {
      const isFor = (name: RuleName): boolean => name !== 'drains' || lead.category === drains;
      const first = this.order.find((name) => this.on[name] && isFor(name));
      if (first !== undefined) lead.firstRules.add(first);
    }
  }

  expectRight(): void {
    for (const [key, times] of this.accepted)
      if (times > 1) this.wrong.push(`${key}: ${times} times`);
    expect(this.wrong).toEqual([]);
  }

  #newLead({ ago, category, quickReply }: Extract<Step, { readonly kind: 'lead' }>): void {
    const { bench } = this;
    if (this.leads.length === maxLeads) return;
    const id = `n${this.leads.length + 1}`;
    const createdAt = this.#clock.steady() - ago;
    this.leads.push({
      ...{
        id,
        createdAt,
        category,
        firstRules: new Set(),
        isAnswered: false,
        hasDraft: false,
        isCustomerLast: true,
      },
      historyOf: new Set(allRules.filter((each) => this.isPaused || !this.on[each])),
    });
    this.recordFirstRules();
    const text = 'Thank you for your request! We will be in touch.';
    const quick = message(`quick-${id}`, id, 'Business', text, createdAt + 2 * secondMs);
    if (quickReply === 'before') bench.deliver('MessageCreatedV4', quick);
    bench.newLead(id, {
      createdAt: rfc(createdAt),
      request: { requestID: id, category: { name: category } },
    });
    if (quickReply === 'after') bench.deliver('MessageCreatedV4', quick);
  }

  /** A message of the business begins a silence, of which the rule for follow-ups knows while it is on. */
  #silence(lead: Lead): void {
    lead.isCustomerLast = false;
    if (this.on.follow && !this.isPaused) lead.historyOf.delete('follow');
    else lead.historyOf.add('follow');
  }

  #makeHistory(...names: readonly RuleName[]): void {
    for (const lead of this.leads) for (const each of names) lead.historyOf.add(each);
  }

  async #waiting(lead: Lead, command: 'automaticReplies.sendNow' | 'automaticReplies.decline') {
    const waiting = this.bench
      .messagesOf(lead.id)
      .find(({ rule, sending }) => rule !== null && sending?.state === 'queued');
    const input = { messageID: waiting?.messageID ?? ('0' as MessageID) };
    const isSentNow = command === 'automaticReplies.sendNow' && waiting !== undefined;
    if (isSentNow) lead.isAnswered = true;
    await this.bench.run(command, input);
  }

  async #actOn(lead: Lead, kind: ActOnLead, isOn: boolean): Promise<void> {
    const { bench } = this;
    const at = this.#clock.steady();
    const id = `m${(this.#written += 1)}`;
    switch (kind) {
      case 'customer':
        lead.isCustomerLast = true;
        return bench.deliver('MessageCreatedV4', message(id, lead.id, 'Customer', `So? ${id}`, at));
      case 'elsewhere':
        if (at < lead.createdAt + quickMs) return;
        lead.isAnswered = true;
        this.#silence(lead);
        return bench.deliver(
          'MessageCreatedV4',
          message(id, lead.id, 'Business', `At 3 ${id}`, at),
        );
      case 'person':
        lead.isAnswered = true;
        lead.hasDraft = false;
        return void bench.outbox().send(bench.row(lead.id).leadID, newReplyID(), `Hello ${id}`);
      case 'typing':
        this.typingIn = isOn ? lead : null;
        return bench.type(isOn ? bench.row(lead.id).leadID : null);
      case 'draft': {
        lead.hasDraft = isOn;
        const draft = { text: isOn ? 'Hi M' : '', replyID: null };
        return saveDraft(bench.store, toRow(bench.row(lead.id).leadID) ?? 0, draft, at);
      }
      case 'sendNow':
      case 'decline':
        return this.#waiting(lead, `automaticReplies.${kind}`);
    }
  }

  async act(one: Step): Promise<void> {
    const { bench } = this;
    switch (one.kind) {
      case 'lead':
        return this.#newLead(one);
      case 'switch':
        if (one.isOn && !this.on[one.name]) this.#makeHistory(one.name);
        this.on[one.name] = one.isOn;
        this.recordFirstRules();
        return bench.save({ ...rules[one.name], isOn: one.isOn });
      case 'edit': {
        const rule = rules[one.name];
        const when =
          rule.when.kind === 'newLead'
            ? { ...rule.when, afterSeconds: one.afterSeconds }
            : rule.when;
        const text = `Edited ${(this.#written += 1)}`;
        return bench.save({
          ...rule,
          when,
          content: { kind: 'text', text },
          isOn: this.on[one.name],
        });
      }
      case 'reorder':
        this.order = one.order;
        this.recordFirstRules();
        await bench.run('automaticReplies.reorder', {
          ruleIDs: one.order.map((each) => rules[each].ruleID),
        });
        return;
      case 'pause':
        if (this.isPaused && !one.isOn) this.#makeHistory(...allRules);
        this.isPaused = one.isOn;
        await bench.run('automaticReplies.pause', { isPaused: one.isOn });
        return;
      case 'jump':
        return this.#clock.set(this.#clock.now() + one.ms);
      case 'wake':
        bench.outbox().wake();
        return bench.publish({ kinds: ['leads'], leadIDs: null });
      case 'fate':
        return void this.fates.push(one.fate);
      case 'answer':
        return this.#answer(one.fate);
      case 'echo': {
        const sent = this.onService[one.index];
        if (sent === undefined) return;
        const { id, lead, text, at } = sent;
        return bench.deliver('MessageCreatedV4', message(id, lead, 'Business', text, at));
      }
      case 'pass':
        return bench.pass(one.ms);
      default: {
        const lead = this.leads[one.which];
        if (lead !== undefined) await this.#actOn(lead, one.kind, 'isOn' in one && one.isOn);
      }
    }
  }

  /** After its deadline no request arrives, also if the engine that made it has died. */
  #answer(fate: Fate): void {
    const isOver = this.#held !== null && this.#clock.steady() > this.#held.until;
    this.#held?.answer(isOver ? 'lost' : fate);
  }

  start(): void {
    const { bench, typingIn } = this;
    bench.start(typingIn && bench.row(typingIn.id).leadID);
  }
}

const readRule = (store: Store, { message }: Outgoing) => {
  const found = store.db
    .prepare<[number], { isPersonal: number; ruleID: string | null; ruleKind: string | null }>(
      `SELECT m.automatic = 0 AS isPersonal, r.rule_id AS ruleID, r.kind AS ruleKind
       FROM messages m LEFT JOIN automatic_replies r ON r.message = m.message WHERE m.message = ?`,
    )
    .get(message);
  if (found === undefined) throw new Error('there is no such message');
  return { ...found, isPersonal: found.isPersonal === 1 };
};

/** True for a step that happens only while the engine runs. */
const needsEngine = (one: Step): boolean => !['fate', 'answer', 'jump', 'pass'].includes(one.kind);

/** A request is on its way when the engine dies; then the person writes or does not. */
const dying = (['taken', 'lost'] as const).flatMap((fate) =>
  [{ kind: 'wake' as const }, { kind: 'person' as const, which: 0 }].map(
    (then): [Step, Crash][] => [
      [{ kind: 'fate', fate: 'held' }, 'no'],
      [{ kind: 'lead', ago: 0, category: drains, quickReply: 'after' }, 'no'],
      [{ kind: 'pass', ms: 5 * secondMs }, 'down'],
      [{ kind: 'answer', fate }, 'no'],
      [then, 'no'],
      [{ kind: 'pass', ms: 61 * secondMs }, 'no'],
    ],
  ),
);

const switchAll = (isOn: boolean): [Step, Crash][] =>
  newLeadRules.map((each) => [{ kind: 'switch', name: each, isOn }, 'no']);

/** The clock is set back before a rule is switched on, or the pause ends, with a lead already there. */
const setBack: [Step, Crash][][] = [
  [
    ...switchAll(false),
    [{ kind: 'lead', ago: 0, category: drains, quickReply: 'none' }, 'no'],
    [{ kind: 'pass', ms: 61 * secondMs }, 'no'],
    [{ kind: 'jump', ms: -hourMs }, 'no'],
    ...switchAll(true),
  ],
  [
    [{ kind: 'pause', isOn: true }, 'no'],
    [{ kind: 'lead', ago: 0, category: drains, quickReply: 'none' }, 'no'],
    [{ kind: 'pass', ms: 61 * secondMs }, 'no'],
    [{ kind: 'jump', ms: -hourMs }, 'no'],
    [{ kind: 'pause', isOn: false }, 'no'],
  ],
];

/** Only the judgment right before sending sees these. */
const writing = (['typing', 'draft'] as const).map((kind): [Step, Crash][] => [
  [{ kind: 'lead', ago: 0, category: drains, quickReply: 'none' }, 'no'],
  [{ kind: 'pass', ms: 1 }, 'no'],
  [{ kind, which: 0, isOn: true }, 'no'],
  [{ kind: 'pass', ms: 5 * secondMs }, 'no'],
]);

/** The order of the rules changes before and after a lead arrives. */
const reordered: [Step, Crash][][] = [
  [
    [{ kind: 'reorder', order: ['others', 'first', 'drains'] }, 'no'],
    [{ kind: 'lead', ago: 0, category: drains, quickReply: 'none' }, 'no'],
    [{ kind: 'reorder', order: ['drains', 'first', 'others'] }, 'restart'],
    [{ kind: 'lead', ago: 0, category: 'Lawn care', quickReply: 'none' }, 'no'],
    [{ kind: 'pass', ms: 61 * secondMs }, 'no'],
  ],
];

/** Always tested. */
const examples: [[Step, Crash][]][] = [...dying, ...setBack, ...writing, ...reordered].map(
  (steps) => [steps],
);

describe('with any order of leads, messages, people, rules, clocks and crashes', () => {
  it('each rule replies to a lead at most once, never after a person, and never to history', async () => {
    let replies = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, crash), { maxLength: 40, size: 'max' }),
        async (steps) => {
          const model = new Model(testClock());
          for (const each of Object.values(rules)) await model.bench.save(each);
          for (const [one, crashed] of steps) {
            if (model.isDown && needsEngine(one)) {
              model.start();
              model.isDown = false;
            }
            await model.act(one);
            await settle();
            if (crashed !== 'no' && !model.isDown) {
              model.bench.stop();
              if (crashed === 'restart') model.start();
              else model.isDown = true;
            }
            model.expectRight();
          }
          if (model.isDown) model.start();
          model.fates.length = 0;
          for (let times = 0; times < 10; times += 1) {
            model.bench.clock.sleep(10 * minuteMs);
            await settle();
          }
          model.expectRight();
          replies += model.accepted.size;
        },
      ),
      { numRuns: 60, examples },
    );
    expect(replies).toBeGreaterThan(20);
  }, 180_000);
});
