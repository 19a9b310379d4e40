/**
 * Which field of a lead's record becomes a column of its row, which is shown from the record itself,
 * and which is only kept. It repeats what ingest and lead-details do with a record, and a test changes
 * every field to see that it says the truth. `*` stands for any item of a list.
 */
import type { FieldUse, StoredColumn } from '../../../../contract/commands/staging.ts';
import type { StoredLead } from '../../leads/stored-lead.ts';

type Column = Exclude<keyof StoredLead, 'account_id' | 'record'>;

type Uses = {
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Shown without a column of the lead's own. */
  readonly shown: readonly string[];
};

/** What is shown of a request, of either generation. */
const shownOfRequest = [
  'request.description',
  'request.details.*.question',
  'request.details.*.answer',
  'request.location.address1',
  'request.location.address2',
  'request.location.state',
  'request.location.zipCode',
  'request.travelPreferences',
  'request.travelPreferences.*',
  'request.attachments.*.fileName',
  'request.attachments.*.fileSize',
  'request.attachments.*.mimeType',
  'request.attachments.*.url',
  'request.attachments.*.description',
];

const v4: Uses = {
  columns: {
    negotiation_id: ['negotiationID'],
    business_id: ['business.businessID'],
    customer_id: ['customer.customerID'],
    customer_name: ['customer.firstName', 'customer.lastName', 'customer.displayName'],
    category: ['request.category.name', 'category.name'],
    city: ['request.location.city', 'location.city', 'customer.location.city'],
    status: ['status'],
    price_text: ['leadPrice'],
    price_cents: ['leadPrice'],
    charge_state: ['chargeState'],
    created_at: ['createdAt', 'createTime'],
    complete: [],
    availability: [],
  },
  shown: [
    'business.name',
    'business.phoneNumber',
    'business.accessCode',
    'leadPriceBreakdown.subtotal',
    'leadPriceBreakdown.salesTax',
    'refundDetails',
    'refundDetails.*',
    'customer.phone',
    ...shownOfRequest,
    // Documentation's own sample has these beside the request.
    ...shownOfRequest.map((path) => path.replace('request.', '')),
    'customer.location.state',
    'customer.location.zipCode',
    'request.proposedTimes.*.start',
    'request.proposedTimes.*.end',
    'request.booking.start',
    'request.booking.duration',
    'estimate.type',
    'estimate.total',
    'estimate.pricePerUnit',
    'estimate.unitQuantity',
    'estimate.unitName',
    'requestReviewLink',
    'refundRequestLink',
  ],
};

const legacy: Uses = {
  columns: {
    negotiation_id: ['leadID'],
    business_id: ['business.businessID'],
    customer_id: ['customer.customerID'],
    customer_name: ['customer.name'],
    category: ['request.category'],
    city: ['request.location.city'],
    status: [],
    price_text: ['leadPrice'],
    price_cents: ['leadPrice'],
    charge_state: ['chargeState'],
    created_at: ['createTimestamp'],
    complete: [],
    availability: [],
  },
  shown: [
    'business.name',
    'customer.phone',
    ...shownOfRequest,
    'request.title',
    'request.schedule',
    'price',
    'leadType',
  ],
};

type Leaf = readonly [path: string, value: unknown];

/** Every value of a record that is neither an object nor a list, with its path. */
const leavesOf = (value: unknown, path = ''): readonly Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        leavesOf(part, path === '' ? name : `${path}.${name}`),
      )
    : [[path, value]];

/** The names inside `refundDetails` are not documented: each is shown. */
const patternOf = (path: string): string =>
  path.replaceAll(/\.\d+(?=\.|$)/g, '.*').replace(/^refundDetails\..+$/, 'refundDetails.*');

/** What becomes of every field of a record. */
export const usesOf = (record: unknown, isLegacy: boolean): FieldUse[] => {
  const { columns, shown } = isLegacy ? legacy : v4;
  const columned = new Set(Object.values(columns).flat());
  return leavesOf(record).map(([path]) => {
    const pattern = patternOf(path);
    const use = columned.has(pattern) ? 'column' : shown.includes(pattern) ? 'shown' : 'kept';
    return { path, use };
  });
};

/** The columns of a row, each beside what the record says of it. */
export const columnsOf = (row: StoredLead, record: unknown, isLegacy: boolean): StoredColumn[] => {
  const said = new Map(leavesOf(record));
  const { columns } = isLegacy ? legacy : v4;
  return (Object.entries(columns) as [Column, readonly string[]][]).map(([name, sources]) => {
    const present = sources.filter((path) => said.get(path) != null);
    const came = present.map((path) => String(said.get(path))).join(' ');
    const value = row[name];
    return present.length === 0
      ? { name, value, from: sources, came: null }
      : { name, value, from: present, came };
  });
};
