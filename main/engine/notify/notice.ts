/** What a notice says: of one lead in its own words, of several how many there are. */
import { isolated } from '../../../contract/bidi.ts';
import type { Notice } from '../../../contract/port.ts';
import type { LeadRow } from '../../../contract/records.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import type { News } from './held.ts';
import { noticeWords } from './words.ts';

/** So many customers are named where several are told of. */
const mostNames = 3;

const about = ({ category, city }: LeadRow): string =>
  [category, city]
    .filter((part) => part !== '')
    .map(isolated)
    .join(' · ');

/** The notice of one lead; null when it is in no list any more. */
export const noticeOf = (store: Store, { lead, kind, at }: News): Notice | null => {
  const row = leadRow(store, lead);
  if (row === null) return null;
  const words = noticeWords(settingsNow(store).language);
  const request = [about(row), row.requestText].filter((part) => part !== '').join('\n');
  const said = row.lastMessage?.text || words.file;
  return {
    kind,
    leadID: row.leadID,
    upTo: at,
    ...{
      lead: { title: words.newLead(row.customerName), body: request },
      message: { title: row.customerName || words.customer, body: said },
      back: {
        title: words.back(row.customerName),
        body: row.lastMessage === null ? request : said,
      },
    }[kind],
  };
};

/**
 * One notice of several leads.
 *
 * @param why `burst`: too many at once; `quiet`: they came while notifications were quiet
 */
export const summaryOf = (store: Store, news: readonly News[], why: 'burst' | 'quiet'): Notice => {
  const words = noticeWords(settingsNow(store).language);
  const parts = (['lead', 'message', 'back'] as const).flatMap((kind) => {
    const count = news.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [words.counted[kind](count)];
  });
  const names = news
    .slice(-mostNames)
    .flatMap(({ lead }) => leadRow(store, lead)?.customerName || []);
  const more = news.length > names.length ? [`+${news.length - names.length}`] : [];
  return {
    kind: 'several',
    leadID: null,
    upTo: null,
    title: why === 'burst' ? words.several(news.length) : words.whileQuiet(parts.join(', ')),
    body: why === 'burst' ? '' : [...names.map(isolated), ...more].join(', '),
  };
};

/** A reply written in a notice that could not be queued: it is in the lead's draft. */
export const notSentNotice = (store: Store, lead: number): Notice | null => {
  const row = leadRow(store, lead);
  if (row === null) return null;
  const words = noticeWords(settingsNow(store).language);
  const title = words.notSent(row.customerName || words.customer);
  return { kind: 'notSent', leadID: row.leadID, upTo: null, title, body: words.isDraft };
};
