/** News during quiet, stored until one notice shows it. Beyond the limit, the oldest is dropped. */
import { z } from 'zod';
import { readSettingList, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const item = z.object({
  lead: z.number().int(),
  kind: z.enum(['lead', 'message', 'back', 'answered', 'assigned', 'mentioned']),
  /** Time of the customer's action; reading up to it drops the news. */
  at: z.number(),
  /** The customer's words were read before, so that the read time does not settle it. */
  wasRead: z.boolean().optional(),
});
/** News worth a notice. `back`: a snooze ended. `answered`: by a rule. `assigned`, `mentioned`: by a colleague. */
export type News = Readonly<z.infer<typeof item>>;

const name = 'notices.held';
const maxHeld = 1_000;

/** Keeps the newest news of each lead. A mention stays one; a new lead stays new until a rule replies. */
export const keepNewest = <N extends News>(news: readonly N[]): readonly N[] => {
  const newest = new Map<number, N>();
  for (const one of news) {
    const known = newest.get(one.lead);
    const later = known === undefined || one.at >= known.at ? one : known;
    const kinds = [known?.kind, one.kind];
    const kind = kinds.includes('mentioned')
      ? 'mentioned'
      : known?.kind === 'lead' && later.kind !== 'answered'
        ? 'lead'
        : later.kind;
    newest.set(one.lead, { ...later, kind });
  }
  return [...newest.values()];
};

export const readHeldNews = (store: Store): readonly News[] => readSettingList(store, name, item);

/** Stores news. A repeated notice after a power cut is better than waiting for the disk. */
export const holdNews = (store: Store, news: readonly News[]): void => {
  const more = news.map(({ lead, kind, at, wasRead }) => ({ lead, kind, at, wasRead }));
  const all = keepNewest([...readHeldNews(store), ...more]).slice(-maxHeld);
  store.writeRepeatable(() => storeSetting(store, name, all));
};

/** Drops the news of a lead that was opened. */
export const dropHeldNews = (store: Store, lead: number): void => {
  const all = readHeldNews(store);
  const left = all.filter((one) => one.lead !== lead);
  if (left.length < all.length) store.writeRepeatable(() => storeSetting(store, name, left));
};

export const clearHeldNews = (store: Store): void =>
  store.write(() => storeSetting(store, name, []));
