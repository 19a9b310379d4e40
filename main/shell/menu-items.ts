/** Entries of the context menu for fields, links and selected text. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { parseSafeLink } from './safe-link.ts';
import type { MenuWords } from './words.ts';

type ClickParams = Pick<
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

const maxSuggestions = 5;

const buildSpellingItems = (
  params: ClickParams,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const { misspelledWord: word, dictionarySuggestions: suggestions } = params;
  if (word === '') return [];
  return [
    ...suggestions
      .slice(0, maxSuggestions)
      .map((suggestion) => ({ label: suggestion, click: () => actions.replaceWord(suggestion) })),
    ...(suggestions.length === 0 ? [{ label: words.noSuggestions, enabled: false }] : []),
    { type: 'separator' },
    { label: words.addToDictionary, click: () => actions.learnWord(word) },
    { type: 'separator' },
  ];
};

const buildFieldItems = (
  params: ClickParams,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = params.editFlags;
  return [
    ...buildSpellingItems(params, words, actions),
    { role: 'undo', label: words.undo, enabled: canUndo },
    { role: 'redo', label: words.redo, enabled: canRedo },
    { type: 'separator' },
    { role: 'cut', label: words.cut, enabled: canCut },
    { role: 'copy', label: words.copy, enabled: canCopy },
    { role: 'paste', label: words.paste, enabled: canPaste },
    { role: 'selectAll', label: words.selectAll, enabled: canSelectAll },
  ];
};

const buildLinkItems = (
  address: string,
  words: MenuWords,
  actions: Actions,
): MenuItemConstructorOptions[] => {
  const link = parseSafeLink(address);
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

/** Builds the entries for a right-click; empty if there is nothing to do. */
export const buildMenuItems = (
  params: ClickParams,
  words: MenuWords,
  actions: Actions,
): readonly MenuItemConstructorOptions[] => {
  if (params.isEditable) return buildFieldItems(params, words, actions);
  const onLink = params.linkURL === '' ? [] : buildLinkItems(params.linkURL, words, actions);
  const onText: MenuItemConstructorOptions[] =
    params.selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy }];
  const between: MenuItemConstructorOptions[] =
    onLink.length > 0 && onText.length > 0 ? [{ type: 'separator' }] : [];
  return [...onLink, ...between, ...onText];
};
