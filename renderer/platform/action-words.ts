/** The words of actions, loaded when something lists them, in the language of the window. */
import type { i18n, TFunction } from 'i18next';

/** The words of every screen and those of actions, which are loaded when something first lists actions. */
export type ActionWords = TFunction<['translation', 'actions']>;

export const actionWords = async (words: i18n): Promise<ActionWords> => {
  await words.loadNamespaces('actions');
  return words.getFixedT(null, ['translation', 'actions']);
};
