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

/** Builds the entries for a right-click; empty if there is nothing to do. */
export const buildMenuItems = (
  params: ClickParams,
  words: MenuWords,
  actions: Actions,
): readonly MenuItemConstructorOptions[] => {
  const { misspelledWord, dictionarySuggestions: suggestions, selectionText, linkURL } = params;
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  const listSpellingItems = (): MenuItemConstructorOptions[] => {
    if (misspelledWord === '') return [];
    return [
      ...suggestions
        .slice(0, maxSuggestions)
        .map((suggestion) => ({ label: suggestion, click: () => actions.replaceWord(suggestion) })),
      ...(suggestions.length === 0 ? [{ label: words.noSuggestions, enabled: false }] : []),
      separator,
      { label: words.addToDictionary, click: () => actions.learnWord(misspelledWord) },
      separator,
    ];
  };

  const listFieldItems = (): MenuItemConstructorOptions[] => {
    const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = params.editFlags;
    return [
      ...listSpellingItems(),
      { role: 'undo', label: words.undo, enabled: canUndo },
      { role: 'redo', label: words.redo, enabled: canRedo },
      separator,
      { role: 'cut', label: words.cut, enabled: canCut },
      { role: 'copy', label: words.copy, enabled: canCopy },
      { role: 'paste', label: words.paste, enabled: canPaste },
      { role: 'selectAll', label: words.selectAll, enabled: canSelectAll },
    ];
  };

  const listLinkItems = (): MenuItemConstructorOptions[] => {
    const link = linkURL === '' ? null : parseSafeLink(linkURL);
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

  if (params.isEditable) return listFieldItems();
  const onLink = listLinkItems();
  if (selectionText.trim() === '') return onLink;
  return [
    ...onLink,
    ...(onLink.length > 0 ? [separator] : []),
    { role: 'copy', label: words.copy },
  ];
};
