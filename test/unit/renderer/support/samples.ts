/** Sample records, and a bridge whose answers the test defines. */
import type { CommandInput, CommandName, CommandOutput } from '../../../../contract/commands.ts';
import type { Answer, ErrorCode } from '../../../../contract/errors.ts';
import type { EventName, EventPayload } from '../../../../contract/events.ts';
import {
  leadDetails,
  leadRow,
  listedLead,
  message,
  type LeadDetails,
  type LeadID,
  type LeadRow,
  type ListedLead,
  type Message,
} from '../../../../contract/records.ts';
import { shownFlagNames } from '../../../../contract/flags.ts';
import { countNames, type CountName } from '../../../../contract/views.ts';
import type { Member } from '../../../../renderer/leads/team.ts';
import type { Bridge } from '../../../../renderer/platform/bridge.ts';
import { buildQuery } from '../../../../renderer/platform/queries.ts';
import type { Stores } from '../../../../renderer/app/stores.ts';

export const noon = Date.UTC(2026, 10, 21, 12);

/** The counts of views; zero unless named. */
export const countsOf = (
  some: Partial<Record<CountName, number>>,
): Readonly<Record<CountName, number>> =>
  Object.fromEntries(countNames.map((name) => [name, some[name] ?? 0])) as Record<
    CountName,
    number
  >;

/** The team's membership of an owner's desktop. */
export const membership: Member = {
  ...{ state: 'member', role: 'owner', address: 'https://hub.test', team: 't', person: 'ana' },
  ...{ desktop: `U${'A'.repeat(55)}`, reachedAt: noon, isHidden: false, isKeyDue: false },
  ...{ failure: null, log: null },
};

export const row = (change: Partial<Record<keyof LeadRow, unknown>> = {}): LeadRow =>
  leadRow.parse({
    leadID: 'l1',
    accountID: 'a1',
    businessID: 'b1',
    businessName: 'Hill Country Plumbing',
    customerName: 'Maria Delgado',
    category: 'Drain repair',
    city: 'Austin',
    price: { text: '$25.00', cents: 2500 },
    createdAt: noon,
    activityAt: noon,
    lastMessage: { side: 'customer', text: 'Can you come today?', person: null },
    isUnread: true,
    needsReply: true,
    requestText: 'The kitchen sink drains slowly.',
    photos: 0,
    lastFiles: null,
    isAnswered: true,
    isAnsweredByRule: false,
    urgency: null,
    waitingSince: noon,
    replyBy: null,
    needsFirstReply: false,
    isOlder: false,
    ...Object.fromEntries(shownFlagNames.map((name) => [name, false])),
    snoozedUntil: null,
    jobStatus: null,
    tags: [],
    assignee: null,
    isMentioned: false,
    hasDraft: false,
    outgoing: null,
    isIncomplete: false,
    availability: 'here',
    status: 'Open',
    isTest: false,
    ...change,
  });

export const listed = (
  place: string,
  change: Partial<Record<keyof LeadRow, unknown>> = {},
): ListedLead => listedLead.parse({ ...row(change), place });

/** A list in one page, ordered by id. */
export const listOf = (rows: readonly LeadRow[]): CommandOutput<'leads.list'> => ({
  leads: rows.map((each) => listed(each.leadID.padStart(9), each)),
  next: null,
  total: rows.length,
  parts: [],
});

export const lead = (
  change: Partial<Record<keyof LeadDetails, unknown>> = {},
  rowChange: Partial<Record<keyof LeadRow, unknown>> = {},
): LeadDetails =>
  leadDetails.parse({
    row: row(rowChange),
    negotiationID: '555',
    customer: { customerID: 'c1', name: 'Maria Delgado', phone: '+15125550100', email: null },
    customerPhones: ['+15125550100'],
    leadType: null,
    request: {
      title: '',
      schedule: '',
      description: 'The sink backs up.',
      details: [],
      location: { address1: '', address2: '', city: 'Austin', state: 'TX', zipCode: '78701' },
      timeZone: null,
      proposedTimes: [],
      booking: null,
      travelPreferences: [],
      attachments: [],
    },
    estimate: null,
    chargeState: null,
    priceParts: null,
    refund: [],
    accessCode: null,
    businessPhone: null,
    links: { requestReview: null, refundRequest: null },
    jobStatusRefused: null,
    notes: [],
    noteAuthors: {},
    unsentReplies: [],
    draft: '',
    draftReplyID: null,
    readAt: 0,
    customerAt: noon,
    ...change,
  });

export const messageLike = (messageID: string, change: Record<string, unknown> = {}): Message =>
  message.parse({
    messageID,
    leadID: 'l1',
    side: 'customer',
    author: 'Maria Delgado',
    text: `text of ${messageID}`,
    attachments: [],
    at: noon,
    isAutomatic: false,
    rule: null,
    person: null,
    sending: null,
    ...change,
  });

export const id = (text: string): LeadID => text as LeadID;

export type Handlers = {
  [C in CommandName]?: (
    input: CommandInput<C>,
  ) => Answer<CommandOutput<C>> | Promise<Answer<CommandOutput<C>>>;
};

export const ok = <T>(value: T): Answer<T> => ({ ok: true, value });
export const no = (code: ErrorCode): Answer<never> => ({
  ok: false,
  error: { code, message: code },
});

export type FakeBridge = Bridge & {
  readonly calls: (readonly [CommandName, unknown])[];

  readonly inputsOf: (command: CommandName) => readonly unknown[];
  readonly emit: <E extends EventName>(event: E, payload: EventPayload<E>) => void;
};

/** A bridge with these handlers; other commands fail with `internal`. */
export const fakeBridge = (handlers: Handlers): FakeBridge => {
  const calls: (readonly [CommandName, unknown])[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  return {
    calls,
    inputsOf: (command) => calls.filter(([name]) => name === command).map(([, input]) => input),
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
    invoke: async (command, input) => {
      calls.push([command, input]);
      const handler = handlers[command];
      return handler === undefined ? no('internal') : await handler(input);
    },
    on: (event, listener) => {
      const own = listeners.get(event) ?? new Set();
      listeners.set(event, own.add(listener));
      return () => void own.delete(listener);
    },
  };
};

/** Fetches accounts and connection reports, as the window does at its start. */
export const readAccounts = async ({ queries: { client } }: Pick<Stores, 'queries'>) => {
  await Promise.all([
    client.prefetchQuery({ ...buildQuery('connect.accounts', {}), staleTime: 0 }),
    client.prefetchQuery({ ...buildQuery('connection.report', {}), staleTime: 0 }),
  ]);
};
