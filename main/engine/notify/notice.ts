/** Texts of notices. They name the business if the professional has several. */
import { isolate } from '../../../contract/bidi.ts';
import type { Notice } from '../../../contract/port.ts';
import type { LeadRow } from '../../../contract/records.ts';
import { listBusinesses } from '../leads/businesses.ts';
import { readMentioningNote } from '../leads/mentions.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import type { News } from './held.ts';
import { readRuleText } from './rule-replies.ts';
import { getNoticeWords } from './words.ts';

/** A summary names at most this many customers. */
const maxNames = 3;

const formatAbout = ({ category, city }: LeadRow): string =>
  [category, city]
    .filter((part) => part !== '')
    .map(isolate)
    .join(' · ');

/** Appends the business to a title if the window shows several. */
export const appendBusiness = (store: Store, title: string, businessName: string): string =>
  businessName === '' || listBusinesses(store).length < 2
    ? title
    : `${title} · ${isolate(businessName)}`;

/** Builds the notice for news of a lead; null if the lead is gone. */
export const buildNotice = (store: Store, { lead, kind, at, wasRead }: News): Notice | null => {
  const row = findLeadRow(store, lead);
  if (row === null) return null;
  const words = getNoticeWords(readSettings(store).language);
  const request = [formatAbout(row), row.requestText].filter((part) => part !== '').join('\n');
  const text = row.lastMessage?.text || words.file;
  const latest = row.lastMessage === null ? request : text;
  const { title, body } = {
    lead: { title: words.newLead(row.customerName), body: request },
    message: { title: row.customerName || words.customer, body: text },
    back: { title: words.back(row.customerName), body: latest },
    mentioned: { title: words.mentioned(row.customerName), body: readMentioningNote(store, lead) },
    assigned: { title: words.assigned(row.customerName), body: latest },
    // The request is shown here if this notice replaces that of the new lead.
    answered: {
      title: words.answered(row.customerName),
      body: wasRead === true ? readRuleText(store, lead) : request,
    },
  }[kind];
  const fullTitle = appendBusiness(store, title, row.businessName);
  return { kind, leadID: row.leadID, upTo: at, title: fullTitle, body };
};

type Named = Pick<LeadRow, 'customerName' | 'businessName'> & { readonly lead: number };

/** Reads the names of the listed leads, in the order of the news. */
const readNames = (store: Store, news: readonly News[]): readonly Named[] => {
  const rows = store
    .prepare<[string], Named>(
      `SELECT i.lead, l.customer_name AS customerName, ifnull(b.name, '') AS businessName
       FROM json_each(?) j CROSS JOIN inbox i ON i.lead = j.value
       CROSS JOIN leads l ON l.lead = i.lead
       LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id`,
    )
    .all(JSON.stringify(news.map(({ lead }) => lead)));
  const byLead = new Map(rows.map((row) => [row.lead, row]));
  return news.flatMap(({ lead }) => byLead.get(lead) ?? []);
};

/**
 * Builds one notice about several leads: the number of each kind and the customers. The title names their
 * common business, or each customer's business follows the name.
 * @param why `burst`: too many at once; `quiet`: they were held during quiet
 */
export const buildSummary = (
  store: Store,
  news: readonly News[],
  why: 'burst' | 'quiet',
): Notice => {
  const words = getNoticeWords(readSettings(store).language);
  const counted = (['lead', 'message', 'back', 'answered', 'assigned', 'mentioned'] as const)
    .flatMap((kind) => {
      const count = news.filter((one) => one.kind === kind).length;
      return count === 0 ? [] : [words.counted[kind](count)];
    })
    .join(', ');
  const title = why === 'burst' ? counted : words.whileQuiet(counted);
  const rows = readNames(store, news);
  const [business = ''] = rows.map(({ businessName }) => businessName);
  const isOneBusiness = rows.every(({ businessName }) => businessName === business);
  const names = rows
    .filter(({ customerName }) => customerName !== '')
    .slice(-maxNames)
    .map(({ customerName, businessName }) =>
      isOneBusiness || businessName === ''
        ? isolate(customerName)
        : `${isolate(customerName)} (${isolate(businessName)})`,
    );
  return {
    ...{ kind: 'several', leadID: null, upTo: null },
    title: isOneBusiness ? appendBusiness(store, title, business) : title,
    body: names.length === 0 ? '' : words.all(names, news.length - names.length),
  };
};

/** Builds the notice that a reply from a notice was not queued and is now in the draft. */
export const buildNotSentNotice = (store: Store, lead: number): Notice | null => {
  const row = findLeadRow(store, lead);
  if (row === null) return null;
  const words = getNoticeWords(readSettings(store).language);
  const title = words.notSent(row.customerName || words.customer);
  return { kind: 'notSent', leadID: row.leadID, upTo: null, title, body: words.isDraft };
};
