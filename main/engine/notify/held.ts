/**
 * What happened while it was quiet, kept until it can be told, also over a restart: how many of each kind
 * there were is said in one notice. More than it holds are still in the inbox.
 */
import { z } from 'zod';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const item = z.object({
  lead: z.number().int(),
  kind: z.enum(['lead', 'message', 'back']),
  /** When the customer did it: read up to then, it is told no more. */
  at: z.number(),
});
/** Something that is worth a notice; `back`: its snooze is over. */
export type News = Readonly<z.infer<typeof item>>;

const name = 'notices.held';
const mostHeld = 1_000;

/** The newest of each lead; one that was new stays that. */
export const newestOf = <N extends News>(news: readonly N[]): readonly N[] => {
  const newest = new Map<number, N>();
  for (const one of news) {
    const known = newest.get(one.lead);
    const later = known === undefined || one.at >= known.at ? one : known;
    newest.set(one.lead, known?.kind === 'lead' ? { ...later, kind: 'lead' } : later);
  }
  return [...newest.values()];
};

/** What is kept. */
export const heldNews = (store: Store): readonly News[] => recall(store, name, z.array(item)) ?? [];

/** Keeps more; told once more after a power cut is better than a wait for the disk. */
export const hold = (store: Store, news: readonly News[]): void => {
  const more = news.map(({ lead, kind, at }) => ({ lead, kind, at }));
  const all = newestOf([...heldNews(store), ...more]).slice(-mostHeld);
  store.writeAgain(() => remember(store, name, all));
};

/** Forgets what was kept. */
export const letGo = (store: Store): void => store.write(() => remember(store, name, []));
