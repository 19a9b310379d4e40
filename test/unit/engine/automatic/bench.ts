/** Automatic replies over a real store and outbox, with a service in memory that by default accepts every reply. */
import { onTestFinished } from 'vitest';
import type { AutomaticRule, RuleID } from '../../../../contract/automatic-replies.ts';
import type { CommandInput, CommandOutput } from '../../../../contract/commands.ts';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import type { LeadID, LeadRow, Message } from '../../../../contract/records.ts';
import { createAutomatic, type Automatic } from '../../../../main/engine/automatic/running.ts';
import { listUnsentReplies } from '../../../../main/engine/conversation/rule-replies.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import type { Courier } from '../../../../main/engine/conversation/outbox/courier.ts';
import { createOutbox, type Outbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import type { EngineCommand } from '../../../../main/engine/platform/command/handler.ts';
import { findLeadRow } from '../../../../main/engine/leads/lead-rows.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { negotiation, rfc } from '../support/records.ts';
import { testClock, testLog, testSlices, type TestClock } from '../support/store.ts';

type Command = Extract<EngineCommand, `automaticReplies.${string}`>;

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** A rule that replies to every new lead at once. */
export const firstReply: AutomaticRule = {
  ruleID: 'first' as RuleID,
  name: 'First reply',
  isOn: true,
  when: { kind: 'newLead', afterSeconds: 0, withinMinutes: 15 },
  leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
  content: { kind: 'text', text: 'Hi {{customer.firstName}}, we got your request.' },
  isAnswer: false,
};

/** A rule that writes after an hour of silence. */
export const followUp: AutomaticRule = {
  ...firstReply,
  ruleID: 'follow' as RuleID,
  name: 'Follow-up',
  when: { kind: 'silence', count: 1, unit: 'hours', from: 0, to: 0 },
  content: { kind: 'text', text: 'Are you still looking?' },
};

export type AutomaticBench = Bench & {
  /** Texts that the service accepted, in order. */
  readonly posted: string[];
  readonly run: <C extends Command>(
    command: C,
    input: CommandInput<C>,
  ) => Promise<Answer<CommandOutput<C>>>;
  readonly save: (rule: AutomaticRule) => Promise<void>;
  /** Delivers a lead that was just created, or `ago` milliseconds before. */
  readonly newLead: (id: string, more?: Readonly<Record<string, unknown>>, ago?: number) => void;
  readonly row: (id?: string) => LeadRow;
  readonly messagesOf: (id?: string) => readonly Message[];
  readonly unsent: (id?: string) => readonly string[];
  readonly outbox: () => Outbox;
  /** The person types in this lead's composer. */
  readonly type: (leadID: LeadID | null) => void;
  readonly pass: (ms: number) => Promise<void>;
  /** Stops the engine's parts; `start` begins others on the same store. */
  readonly stop: () => void;
  /** @param typedIn the lead in whose composer the person types, as the window says at once */
  readonly start: (typedIn?: LeadID | null) => void;
  readonly publish: (change: Change) => void;
  /** Calls `listener` after each change from now on. */
  readonly subscribe: (listener: (change: Change) => void) => void;
};

/** Connected an hour ago, so that new leads are no history. @param service sends instead of the default one */
export const automaticBench = (
  clock: TestClock = testClock(),
  service?: (store: Store) => Courier,
): AutomaticBench => {
  const base = testIngest(adoptEcho, clock);
  const { store, changes } = base;
  store.db.prepare('UPDATE accounts SET connected_at = ?').run(clock.now() - hourMs);
  const posted: string[] = [];
  const courier: Courier = service?.(store) ?? {
    deliver: (row) => {
      posted.push(row.text);
      return Promise.resolve(
        succeed({ messageID: `sent-${posted.length}`, sentAt: clock.steady() }),
      );
    },
    find: () => Promise.resolve(succeed(null)),
    pausedUntil: () => null,
  };
  const slices = testSlices(clock);
  let automatic: Automatic;
  let outbox: Outbox;
  let typingIn: LeadID | null = null;
  const listeners: ((change: Change) => void)[] = [(change) => automatic.planner.onChange(change)];
  const emit = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  const publish = (change: Change): void => {
    changes.push(change);
    emit(change);
  };
  const start = (typedIn: LeadID | null = null): void => {
    typingIn = typedIn;
    automatic = createAutomatic({
      ...{ store, clock, slices, publish },
      alone: false,
      log: testLog(),
      pump: () => outbox.pump(),
      readUndoSeconds: () => 5,
      getTeam: () => null,
      mayChange: () => true,
      getTypingLead: () => typingIn,
    });
    outbox = createOutbox({
      store,
      getSender: () => ({ canSearch: true, courier }),
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      publish: (change) => publish(change),
      log: testLog(),
      release: automatic.gate.release,
      readUndoSeconds: () => 5,
    });
  };
  const stop = (): void => {
    automatic.planner.stop();
    outbox.stop();
  };
  start();
  onTestFinished(stop);

  const row = (id = '1'): LeadRow => {
    const { lead } = store.db
      .prepare('SELECT lead FROM leads WHERE negotiation_id = ?')
      .get(id) as { lead: number };
    const found = findLeadRow(store, lead);
    if (found === null) throw new Error(`the lead ${id} is not listed`);
    return found;
  };
  const deliver: Bench['deliver'] = (eventType, data) => {
    const before = changes.length;
    base.deliver(eventType, data);
    for (const change of changes.slice(before)) emit(change);
  };
  const run: AutomaticBench['run'] = async (command, input) =>
    await automatic.commands[command](input as never);

  return {
    ...base,
    deliver,
    posted,
    run,
    save: async (rule) => {
      const saved = await run('automaticReplies.save', rule);
      if (!saved.ok) throw new Error(saved.error.message);
    },
    newLead: (id, more = {}, ago = 0) => {
      deliver(
        'NegotiationCreatedV4',
        negotiation(id, { createdAt: rfc(clock.now() - ago), ...more }),
      );
      // Its conversation is read within seconds.
      store.db.exec('UPDATE polls SET read_to = 0');
    },
    row,
    messagesOf: (id) => base.thread(row(id)),
    unsent: (id) =>
      listUnsentReplies(store, toRow(row(id).leadID) ?? 0).map(({ reason, gap }) =>
        gap === '' ? reason : `${reason}: ${gap}`,
      ),
    outbox: () => outbox,
    type: (leadID) => {
      typingIn = leadID;
    },
    pass: async (ms) => {
      await settle();
      clock.advance(ms);
      await settle();
    },
    stop,
    start,
    publish,
    subscribe: (listener) => void listeners.push(listener),
  };
};
