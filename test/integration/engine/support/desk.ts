/**
 * The other end of the engine's port: plays main and the window. It answers token requests, sends commands, and
 * waits for the engine's messages instead of sleeping.
 */
import { randomUUID } from 'node:crypto';
import type { CommandInput, CommandOutput, CommandsOf } from '../../../../contract/commands.ts';
import { commands, parseCall } from '../../../../contract/commands.ts';
import { decodeAnswer } from '../../../../contract/encoded-answer.ts';
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { WebhookChange } from '../../../../contract/team/desk.ts';
import type { FromEngine, Notice, Port, ToEngine } from '../../../../contract/port.ts';
import type { AccountID, LeadID, LeadRow, Message } from '../../../../contract/records.ts';
import type { ViewName } from '../../../../contract/views.ts';

type Command = CommandsOf<'engine'>;

export type Desk = {
  readonly send: (message: ToEngine) => void;
  /** Sends a command like main, and validates the answer against the contract. */
  readonly call: <C extends Command>(
    command: C,
    input: CommandInput<C>,
  ) => Promise<Answer<CommandOutput<C>>>;
  /** Like `call`, for a command that must succeed. */
  readonly ask: <C extends Command>(
    command: C,
    input: CommandInput<C>,
  ) => Promise<CommandOutput<C>>;
  readonly detach: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  /** Repeats `look` after every message of the engine until it returns neither null nor false. */
  readonly until: <T>(
    what: string,
    look: () => Promise<T | null | false>,
    patienceMs?: number,
  ) => Promise<T>;
  /** All messages of the engine except answers, oldest first. */
  readonly emitted: readonly FromEngine[];
  readonly notices: () => readonly Notice[];

  /** Sends a reply; returns its message. */
  readonly reply: (leadID: LeadID, text: string) => Promise<Message>;
  /** Waits until the account has so many active webhooks, and their deliveries are received. */
  readonly webhooksActive: (count: number) => Promise<unknown>;
  readonly leads: (view?: ViewName) => Promise<readonly LeadRow[]>;
  readonly leadOf: (customer: string) => Promise<LeadRow | null>;
  readonly thread: (lead: LeadRow) => Promise<readonly Message[]>;
};

/** Changes a webhook at the hub of the engine's team. */
export type ToHub = (change: WebhookChange) => Promise<Answer<unknown>>;

const usualPatienceMs = 45_000;

export const openDesk = (
  port: Port<ToEngine, FromEngine>,
  accessToken: (rejected: string | null, accountID: AccountID) => Promise<Answer<string>>,
  toHub: ToHub = async () => fail('not_in_team', 'This computer is in no team.'),
): Desk => {
  const emitted: FromEngine[] = [];
  const pending = new Map<number, (answer: Answer<unknown>) => void>();
  const listeners = new Set<() => void>();
  let lastID = 0;

  port.onMessage((message) => {
    if (message.type === 'answer') {
      pending.get(message.id)?.(decodeAnswer(message.answer));
      pending.delete(message.id);
      return;
    }
    if (message.type === 'token') {
      const { id, rejected, accountID } = message;
      void accessToken(rejected, accountID).then((answer) =>
        port.send({ type: 'token', id, answer }),
      );
    }
    if (message.type === 'webhook') {
      const { id, change } = message;
      void toHub(change).then((answer) => port.send({ type: 'webhook', id, answer }));
    }
    emitted.push(message);
    for (const listener of listeners) listener();
  });

  const sendAndWait = (message: (id: number) => ToEngine): Promise<Answer<unknown>> =>
    new Promise((resolve) => {
      lastID += 1;
      pending.set(lastID, resolve);
      port.send(message(lastID));
    });

  const call: Desk['call'] = async (command, input) => {
    const read = parseCall(command, input);
    if (!read.ok) return read;
    const answer = await sendAndWait((id) => ({
      type: 'invoke',
      id,
      command,
      input: read.value.input,
    }));
    if (answer.ok) commands[command].output.parse(answer.value);
    return answer as never;
  };

  const ask: Desk['ask'] = async (command, input) => {
    const answer = await call(command, input);
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value;
  };

  const until: Desk['until'] = async (what, look, patienceMs = usualPatienceMs) => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      let stopListening = (): void => undefined;
      const message = new Promise<boolean>((resolve) => {
        const listener = (): void => resolve(true);
        const timer = setTimeout(() => resolve(false), Math.max(0, deadline - Date.now()));
        listeners.add(listener);
        stopListening = () => {
          listeners.delete(listener);
          clearTimeout(timer);
        };
      });
      const found = await look();
      if (found !== null && found !== false) {
        stopListening();
        return found;
      }
      const again = await message;
      stopListening();
      if (!again) throw new Error(`waited in vain until ${what}`);
    }
  };

  const leads: Desk['leads'] = async (view = 'all') =>
    (await ask('leads.list', { view, limit: 500 })).leads;

  return {
    send: port.send,
    call,
    ask,
    until,
    emitted,
    leads,
    reply: async (leadID, text) =>
      (await ask('messages.send', { replyID: randomUUID(), leadID, text })).message,
    webhooksActive: (count) =>
      until('every business has a webhook', async () => {
        const { reports } = await ask('connection.report', {});
        const active = reports[0]?.webhooks.filter(({ state }) => state === 'active') ?? [];
        return active.length === count && reports[0]?.receiver.listening === true;
      }),
    notices: () =>
      emitted.flatMap((message) => (message.type === 'notice' ? [message.notice] : [])),
    detach: (accountID) => sendAndWait((id) => ({ type: 'detach', id, accountID })),
    forget: (accountID) => sendAndWait((id) => ({ type: 'forget', id, accountID })),
    leadOf: async (customer) =>
      (await leads()).find(({ customerName }) => customerName.startsWith(customer)) ?? null,
    thread: async ({ leadID }) => (await ask('thread.page', { leadID, limit: 200 })).messages,
  };
};
