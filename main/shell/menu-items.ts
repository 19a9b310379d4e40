/**
 * What the right mouse button offers where it was pressed: in a field spelling and editing, on a link
 * what can be done with it, on chosen text to copy it. Free of Electron, because these are choices.
 */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type words from '../../resources/locales/en/menu.json';
import { safeLink } from './safe-link.ts';

export type MenuWords = Readonly<Record<keyof typeof words, string>>;

type Place = Pick<
  ContextMenuParams,
  | 'isEditable'
  | 'selectionText'
  | 'linkURL'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'editFlags'
>;

type Deeds = {
  readonly open: (link: string) => void;
  readonly copy: (text: string) => void;
  readonly replaceWord: (word: string) => void;
  readonly learnWord: (word: string) => void;
};

/** More suggestions than this are guesses. */
const mostSuggestions = 5;

const bySpelling = (place: Place, words: MenuWords, deeds: Deeds): MenuItemConstructorOptions[] => {
  const { misspelledWord: word, dictionarySuggestions: suggestions } = place;
  if (word === '') return [];
  return [
    ...suggestions
      .slice(0, mostSuggestions)
      .map((suggestion) => ({ label: suggestion, click: () => deeds.replaceWord(suggestion) })),
    ...(suggestions.length === 0 ? [{ label: words.noSuggestions, enabled: false }] : []),
    { type: 'separator' },
    { label: words.addToDictionary, click: () => deeds.learnWord(word) },
    { type: 'separator' },
  ];
};

const ofField = (place: Place, words: MenuWords, deeds: Deeds): MenuItemConstructorOptions[] => {
  const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = place.editFlags;
  return [
    ...bySpelling(place, words, deeds),
    { role: 'undo', label: words.undo, enabled: canUndo },
    { role: 'redo', label: words.redo, enabled: canRedo },
    { type: 'separator' },
    { role: 'cut', label: words.cut, enabled: canCut },
    { role: 'copy', label: words.copy, enabled: canCopy },
    { role: 'paste', label: words.paste, enabled: canPaste },
    { role: 'selectAll', label: words.selectAll, enabled: canSelectAll },
  ];
};

const ofLink = (address: string, words: MenuWords, deeds: Deeds): MenuItemConstructorOptions[] => {
  const link = safeLink(address);
  if (link === null) return [];
  const [open, copy] = {
    'tel:': [words.call, words.copyNumber],
    'mailto:': [words.writeEmail, words.copyEmail],
  }[new URL(link).protocol] ?? [words.openLink, words.copyLink];
  const text = link.replace(/^(?:tel|mailto):/, '');
  return [
    { label: open, click: () => deeds.open(link) },
    { label: copy, click: () => deeds.copy(text) },
  ];
};

/** The entries for a place; none where there is nothing to do. */
export const menuItemsFor = (
  place: Place,
  words: MenuWords,
  deeds: Deeds,
): readonly MenuItemConstructorOptions[] => {
  if (place.isEditable) return ofField(place, words, deeds);
  const onLink = place.linkURL === '' ? [] : ofLink(place.linkURL, words, deeds);
  const onText: MenuItemConstructorOptions[] =
    place.selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy }];
  const between: MenuItemConstructorOptions[] =
    onLink.length > 0 && onText.length > 0 ? [{ type: 'separator' }] : [];
  return [...onLink, ...between, ...onText];
};
