/** Composes one message about queued news. It names and quotes customers only if the settings say so. */
import type { ReachMessage } from '../../../contract/reach.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { keepNewest, type News } from '../notify/held.ts';
import { buildNotice, buildSummary } from '../notify/notice.ts';
import { getNoticeWords } from '../notify/words.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import type { QueuedNews } from './rows.ts';
import { getReachWords } from './words.ts';

const maxTitleLength = 200;
const maxBodyLength = 900;

const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

const isOfLead = (one: QueuedNews): one is QueuedNews & Pick<News, 'lead' | 'kind'> =>
  one.lead !== null && (one.kind === 'lead' || one.kind === 'message');

/** @param isLast true if the channel gets no other message within this hour */
export const buildMessage = (
  store: Store,
  queued: readonly QueuedNews[],
  isLast: boolean,
): ReachMessage => {
  const { language, reach } = readSettings(store);
  const words = getReachWords(language);
  const { counted } = getNoticeWords(language);
  const news = keepNewest<News>(queued.filter(isOfLead));
  const refused = [
    ...new Set(queued.flatMap(({ kind, lead }) => (kind === 'refused' ? [lead] : []))),
  ];
  const stopped = queued.filter(({ kind }) => kind === 'stopped').length;
  const counts = {
    lead: news.filter(({ kind }) => kind === 'lead').length,
    message: news.filter(({ kind }) => kind === 'message').length,
    refused: refused.length,
    stopped,
  };

  const buildSingle = (): { readonly title: string; readonly body: string } => {
    const [first] = news;
    if (first !== undefined) {
      const kind = first.kind === 'lead' ? 'lead' : 'message';
      const notice = reach.words ? buildNotice(store, first) : null;
      return notice ?? { title: words.one[kind], body: '' };
    }
    if (stopped > 0) return { title: words.one.stopped, body: words.act.stopped };
    const name = findLeadRow(store, refused[0] ?? 0)?.customerName ?? '';
    return { title: words.refusedFor(reach.words ? name : ''), body: words.act.refused };
  };
  const buildSeveral = (): { readonly title: string; readonly body: string } => {
    const parts = [
      ...(['lead', 'message'] as const).map((kind) => counts[kind] && counted[kind](counts[kind])),
      refused.length && words.counted.refused(refused.length),
      stopped && words.counted.stopped(stopped),
    ].filter((part) => part !== 0);
    const summary = reach.words && news.length > 0 ? buildSummary(store, news, 'burst') : null;
    return { title: parts.join(', '), body: summary?.body ?? '' };
  };

  const isSingle = news.length + refused.length + Math.min(stopped, 1) === 1;
  const { title, body } = isSingle ? buildSingle() : buildSeveral();
  const lines = [cut(body, maxBodyLength), isLast ? words.last : ''].filter((line) => line !== '');
  return { title: cut(title, maxTitleLength), body: lines.join('\n'), counts };
};
