/** The words of actions, loaded when something lists them, in the language of the window. */
import type { i18n } from 'i18next';
import type { ActionWords } from './action.ts';

export const actionWords = async (words: i18n): Promise<ActionWords> => {
  await words.loadNamespaces('actions');
  return words.getFixedT(null, ['translation', 'actions']);
};
