/** Labels of event kinds, and parsing of typed ones. */
import { listEventKinds, isEventKind } from '../../contract/event-kinds.ts';
import { eventType } from '../../contract/limits.ts';
import type en from '../../resources/locales/en/webhooks.json';

type KindWord = keyof (typeof en)['kinds'];

export const businessKinds: readonly KindWord[] = listEventKinds('owner', 'business');
export const userKinds: readonly KindWord[] = listEventKinds('owner', 'user');

/** Locale key of a kind; null for an unknown kind. */
export const findKindWord = (kind: string): KindWord | null => (isEventKind(kind) ? kind : null);

/** The typed names; null if one of them is not a valid name. */
export const parseKinds = (text: string): readonly string[] | null => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== '');
  return names.every((name) => eventType.test(name)) ? names : null;
};
