/** Labels of event kinds, and the kinds that a person types. */
import { eventKindsBy, isEventKind } from '../../contract/event-kinds.ts';
import { eventType } from '../../contract/limits.ts';
import type en from '../../resources/locales/en/webhooks.json';

type KindWord = keyof (typeof en)['kinds'];

export const businessKinds: readonly KindWord[] = eventKindsBy('owner', 'business');
export const userKinds: readonly KindWord[] = eventKindsBy('owner', 'user');

/** The locale key of a kind; null for a kind that is shown by its name. */
export const kindWord = (kind: string): KindWord | null => (isEventKind(kind) ? kind : null);

/** The names that were typed, or null when one of them cannot be a name. */
export const typedKinds = (text: string): readonly string[] | null => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== '');
  return names.every((name) => eventType.test(name)) ? names : null;
};
