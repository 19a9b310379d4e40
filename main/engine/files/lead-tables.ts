/** Columns and JSON of exports. Their names are documented in docs/export.md and must keep their meaning. */
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { mapFlags, shownFlagNames, type ShownFlagName } from '../../../contract/flags.ts';
import type { Attachment, LeadDetails, Message, Note } from '../../../contract/records.ts';

export type ExportedLead = {
  readonly details: LeadDetails;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Returns the name of a person of the team; null for nobody. */
  readonly findName: (person: string | null | undefined) => string | null;
};

type Cell = string | number | boolean | null;

/** Formats a time as spreadsheets do, in the computer's time zone. */
const formatCellTime = (at: number | null): string | null =>
  at === null || !isValid(at) ? null : format(at, 'yyyy-MM-dd HH:mm:ss');

const formatJSONTime = (at: number | null): string | null =>
  at === null || !isValid(at) ? null : new Date(at).toISOString();

const toWindowJSON = ({ start, end }: Record<'start' | 'end', number | null>) => ({
  start: formatJSONTime(start),
  end: formatJSONTime(end),
});

const formatYes = (value: boolean): string => (value ? 'yes' : '');

/** `noReplyNeeded` becomes `No reply needed`. */
const formatHeader = (flag: ShownFlagName): string =>
  `${flag.charAt(0).toUpperCase()}${flag.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

const formatNote = ({ noteID, kind, text, at }: Note, lead: ExportedLead): string => {
  const author = findAuthor(lead, noteID);
  const by = author === null ? '' : `${author}: `;
  return `${formatCellTime(at)} ${by}${kind === 'call' ? 'Called. ' : ''}${text}`.trim();
};

const findAuthor = ({ details, findName }: ExportedLead, noteID: Note['noteID']): string | null =>
  findName(details.noteAuthors[noteID]);

const toDollars = (money: { readonly text: string; readonly cents: number | null } | null): Cell =>
  money === null ? null : money.cents === null ? money.text : money.cents / 100;

const joinNonEmpty = (parts: readonly string[], between: string): string =>
  parts.filter((part) => part !== '').join(between);

export const leadColumns: readonly (readonly [string, (lead: ExportedLead) => Cell])[] = [
  ['Lead ID', ({ details }) => details.negotiationID],
  ['Business', ({ details }) => details.row.businessName],
  ['Customer', ({ details }) => details.row.customerName],
  ['Phone', ({ details }) => details.customerPhones[0] ?? null],
  ['Category', ({ details }) => details.row.category],
  ['Status', ({ details }) => details.row.status],
  ['Received', ({ details }) => formatCellTime(details.row.createdAt)],
  ['Last activity', ({ details }) => formatCellTime(details.row.activityAt)],
  ['Needs reply', ({ details }) => formatYes(details.row.needsReply)],
  ['Reply by', ({ details }) => formatCellTime(details.row.replyBy)],
  [
    'Request',
    ({ details: { request } }) => joinNonEmpty([request.title, request.description], '\n'),
  ],
  [
    'Details',
    ({ details: { request } }) =>
      request.details.map(({ question, answer }) => `${question}: ${answer}`).join('\n'),
  ],
  [
    'Address',
    ({ details: { request } }) =>
      joinNonEmpty([request.location.address1, request.location.address2], ', '),
  ],
  ['City', ({ details }) => details.request.location.city || details.row.city],
  ['State', ({ details }) => details.request.location.state],
  ['ZIP code', ({ details }) => details.request.location.zipCode],
  ['Booked', ({ details }) => formatCellTime(details.request.booking?.start ?? null)],
  ['Lead price', ({ details }) => toDollars(details.row.price)],
  ['Charge', ({ details }) => details.chargeState],
  ['Estimate', ({ details }) => toDollars(details.estimate?.total ?? null)],
  ['Job status', ({ details }) => details.row.jobStatus?.status ?? 'pending'],
  [
    'Not hired because',
    ({ details: { row } }) =>
      joinNonEmpty([row.jobStatus?.reason ?? '', row.jobStatus?.words ?? ''], ': '),
  ],
  ['Tags', ({ details }) => details.row.tags.join(', ')],
  ...shownFlagNames.map(
    (flag) =>
      [formatHeader(flag), ({ details }: ExportedLead) => formatYes(details.row[flag])] as const,
  ),
  ['Snoozed until', ({ details }) => formatCellTime(details.row.snoozedUntil)],
  ['Notes', (lead) => lead.details.notes.map((note) => formatNote(note, lead)).join('\n')],
  ['Messages', ({ messages }) => messages.length],
  ['Last message', ({ messages }) => messages.at(-1)?.text ?? null],
  ['Assignee', ({ details, findName }) => findName(details.row.assignee)],
];

const formatDeliveryState = ({ sending }: Message): string =>
  sending === null || sending.state === 'sent'
    ? ''
    : sending.state === 'failed'
      ? 'not sent'
      : 'waiting';

type ExportedMessage = { readonly lead: ExportedLead; readonly message: Message };

export const messageColumns: readonly (readonly [string, (row: ExportedMessage) => Cell])[] = [
  ['Lead ID', ({ lead }) => lead.details.negotiationID],
  ['Business', ({ lead }) => lead.details.row.businessName],
  ['Customer', ({ lead }) => lead.details.row.customerName],
  ['Sent', ({ message }) => formatCellTime(message.at)],
  ['From', ({ message }) => message.side],
  ['Text', ({ message }) => message.text],
  ['Files', ({ message }) => message.attachments.map(({ fileName }) => fileName).join(', ')],
  ['Not delivered', ({ message }) => formatDeliveryState(message)],
  ['Rule', ({ message }) => message.rule?.name ?? null],
  ['Author', ({ lead, message }) => lead.findName(message.person)],
];

const toAttachmentJSON = ({ fileName, mimeType, url }: Attachment) => ({ fileName, mimeType, url });

/** Converts a lead to an item of the export's list `leads`. */
export const toLeadJSON = (lead: ExportedLead): object => {
  const { details, messages, findName } = lead;
  const { row, request } = details;
  const assignee = findName(row.assignee);
  const toAuthor = (author: string | null) => author !== null && { author };
  return {
    leadID: details.negotiationID,
    business: { businessID: row.businessID, name: row.businessName },
    customer: {
      customerID: details.customer.customerID,
      name: row.customerName,
      phones: details.customerPhones,
    },
    category: row.category,
    status: row.status,
    receivedAt: formatJSONTime(row.createdAt),
    lastActivityAt: formatJSONTime(row.activityAt),
    needsReply: row.needsReply,
    replyBy: formatJSONTime(row.replyBy),
    request: {
      ...request,
      proposedTimes: request.proposedTimes.map(toWindowJSON),
      booking: request.booking && toWindowJSON(request.booking),
      attachments: request.attachments.map(toAttachmentJSON),
    },
    price: row.price,
    chargeState: details.chargeState,
    estimate: details.estimate,
    jobStatus: row.jobStatus,
    tags: row.tags,
    ...mapFlags((flag) => row[flag]),
    snoozedUntil: formatJSONTime(row.snoozedUntil),
    ...(assignee !== null && { assignee }),
    notes: details.notes.map(({ noteID, kind, text, at, editedAt }) => ({
      kind,
      text,
      at: formatJSONTime(at),
      editedAt: formatJSONTime(editedAt),
      ...toAuthor(findAuthor(lead, noteID)),
    })),
    messages: messages.map((message) => ({
      from: message.side,
      sentAt: formatJSONTime(message.at),
      text: message.text,
      attachments: message.attachments.map(toAttachmentJSON),
      ...(formatDeliveryState(message) !== '' && { notDelivered: formatDeliveryState(message) }),
      ...(message.rule !== null && { rule: message.rule.name }),
      ...toAuthor(findName(message.person)),
    })),
  };
};
