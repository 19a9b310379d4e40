/** Event kinds by name (service.md, Events; live-facts, Webhooks), and what people call them. */
import { eventType } from '../../contract/limits.ts';
import type en from '../../resources/locales/en/webhooks.json';

type KindWord = keyof (typeof en)['kinds'];

export const businessKinds = [
  'NegotiationCreatedV4',
  'MessageCreatedV4',
  'ReviewCreatedV4',
] as const satisfies readonly KindWord[];

export const userKinds = ['MessageCreated'] as const satisfies readonly KindWord[];

/** The word for a kind, or null for one that is shown as it is called. */
export const kindWord = (kind: string): KindWord | null =>
  [...businessKinds, ...userKinds].find((known) => known === kind) ?? null;

/** The names that were typed, or null when one of them cannot be a name. */
export const typedKinds = (text: string): readonly string[] | null => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== '');
  return names.every((name) => eventType.test(name)) ? names : null;
};
