/** A second marketplace: its service calls one address with a job or a letter, and takes letters. */
import { succeed } from '../../../../contract/errors.ts';
import { isFields } from '../../../../main/engine/platform/http/fields.ts';
import { digest } from '../../../../main/engine/platform/http/credentials.ts';
import { routeMessage, routeNegotiation } from '../../../../main/engine/accounts/ingest/route.ts';
import type { Intake } from '../../../../main/engine/accounts/ingest/context.ts';
import type { Generation } from '../../../../main/engine/accounts/runtime.ts';
import { noRequest, type LeadRecord } from '../../../../main/engine/leads/lead-record.ts';
import { inertAccount } from '../support/accounts.ts';
import { accountID } from '../support/store.ts';

/** The letters that the service has received. */
export const received: string[] = [];

const text = (record: unknown, name: string): string =>
  isFields(record) && typeof record[name] === 'string' ? record[name] : '';

const leadOf = (record: unknown): LeadRecord => ({
  negotiationID: text(record, 'job'),
  createdAt: null,
  status: '',
  customer: { customerID: '', name: text(record, 'from'), phone: null, email: null },
  business: { businessID: '', name: '', phone: null, accessCode: null },
  category: text(record, 'trade'),
  leadType: null,
  request: { ...noRequest, description: text(record, 'wish') },
  estimate: null,
  price: null,
  priceParts: null,
  chargeState: null,
  refund: [],
  links: { requestReview: null, refundRequest: null },
  listed: '',
});

const intake: Intake = {
  reader: {
    parseLead: (record) => succeed(leadOf(record)),
    parseMessage: (record) =>
      succeed({
        messageID: text(record, 'letter'),
        negotiationID: text(record, 'job'),
        side: 'customer',
        isAutomatic: false,
        customer: { customerID: '', name: text(record, 'from') },
        business: { businessID: '', name: '' },
        text: text(record, 'words'),
        rawText: text(record, 'words'),
        attachments: [],
        sentAt: null,
      }),
    parseBusiness: () => succeed({ businessID: '', name: '', imageURL: null }),
    sources: { columns: {} as never, shown: [] },
  },
  describe: (record) => ({
    record,
    recordID: text(record, 'letter') || text(record, 'job'),
    negotiationID: text(record, 'job'),
    customerName: text(record, 'from'),
    businessName: '',
  }),
  applyLead: (context, record) => (routeNegotiation(context, leadOf(record), record), null),
  applyDelivery: (context, kind, body) => {
    const message = intake.reader.parseMessage(body);
    if (kind === 'Job') return intake.applyLead(context, body);
    if (message.ok) routeMessage(context, text(body, 'job'), message.value);
    return null;
  },
};

export const tiny: Generation = {
  number: 1,
  intake,
  storedOnlyKinds: ['Bill'],
  endpoints: [
    {
      method: 'POST',
      url: '/tiny/:path',
      addressees: `SELECT '${accountID}' AS accountID, 'path' AS path, 'tiny' AS username,
        '${digest('tiny').toString('hex')}' AS passwordDigest WHERE ? = 'path'`,
      parseCall: (_store, { body }) => ({
        accountID,
        eventType: text(body, 'letter') === '' ? 'Job' : 'Letter',
        webhookID: null,
      }),
      recordCall: () => undefined,
      chooseStatus: null,
    },
  ],
  open: () =>
    inertAccount({
      intake,
      sender: {
        canSearch: false,
        courier: {
          deliver: async (row) => {
            received.push(`${row.negotiationID}: ${row.text}`);
            return succeed({ messageID: 'l2' });
          },
          find: async () => succeed(null),
          pausedUntil: () => null,
        },
      },
    }),
};
