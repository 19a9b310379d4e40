/** Entries of the context menu for fields, links and selected text. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { safeLink } from './safe-link.ts';
import type { MenuWords } from './words.ts';

type Place = Pick<
  ContextMenuParams,
  | 'isEditable'
  | 'selectionText'
  | 'linkURL'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'editFlags'
>;

type Actions = {
  readonly open: (link: string) => void;
  readonly copy: (text: string) => void;
  readonly replaceWord: (word: string) => void;
  readonly learnWord: (word: string) => void;
};

const mostSuggestions = 5;

const spellingItems = (
  place: Place,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const { misspelledWord: word, dictionarySuggestions: suggestions } = place;
  if (word === '') return [];
  return [
    ...suggestions
      .slice(0, mostSuggestions)
      .map((suggestion) => ({ label: suggestion, click: () => actions.replaceWord(suggestion) })),
    ...(suggestions.length === 0 ? [{ label: words.noSuggestions, enabled: false }] : []),
    { type: 'separator' },
    { label: words.addToDictionary, click: () => actions.learnWord(word) },
    { type: 'separator' },
  ];
};

const fieldItems = (
  place: Place,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = place.editFlags;
  return [
    ...spellingItems(place, words, actions),
    { role: 'undo', label: words.undo, enabled: canUndo },
    { role: 'redo', label: words.redo, enabled: canRedo },
    { type: 'separator' },
    { role: 'cut', label: words.cut, enabled: canCut },
    { role: 'copy', label: words.copy, enabled: canCopy },
    { role: 'paste', label: words.paste, enabled: canPaste },
    { role: 'selectAll', label: words.selectAll, enabled: canSelectAll },
  ];
};

const linkItems = (
  address: string,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const link = safeLink(address);
  if (link === null) return [];
  const [open, copy] = {
    'tel:': [words.call, words.copyNumber],
    'mailto:': [words.writeEmail, words.copyEmail],
  }[new URL(link).protocol] ?? [words.openLink, words.copyLink];
  const text = link.replace(/^(?:tel|mailto):/, '');
  return [
    { label: open, click: () => actions.open(link) },
    { label: copy, click: () => actions.copy(text) },
  ];
};

/** The entries for the clicked place; empty if there is nothing to do. */
export const menuItemsFor = (
  place: Place,
  words: MenuWords,
  actions: Actions,
): readonly MenuItemConstructorOptions[] => {
  if (place.isEditable) return fieldItems(place, words, actions);
  const onLink = place.linkURL === '' ? [] : linkItems(place.linkURL, words, actions);
  const onText: MenuItemConstructorOptions[] =
    place.selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy }];
  const between: MenuItemConstructorOptions[] =
    onLink.length > 0 && onText.length > 0 ? [{ type: 'separator' }] : [];
  return [...onLink, ...between, ...onText];
};
