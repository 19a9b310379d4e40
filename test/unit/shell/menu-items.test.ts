/** The context menu depends on the place that was clicked. */
import { describe, expect, it } from 'vitest';
import { buildMenuItems } from '../../../main/shell/menu-items.ts';
import words from '../../../resources/locales/en/menu.json';

type Place = Parameters<typeof buildMenuItems>[0];

const nowhere: Place = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: {
    canUndo: true,
    canRedo: false,
    canCut: false,
    canCopy: false,
    canPaste: true,
    canDelete: false,
    canSelectAll: true,
    canEditRichly: false,
  },
};

const menu = (place: Partial<Place>) => {
  const done: string[] = [];
  const items = buildMenuItems({ ...nowhere, ...place }, words, {
    open: (link) => done.push(`open ${link}`),
    copy: (text) => done.push(`copy ${text}`),
    replaceWord: (word) => done.push(`replace ${word}`),
    learnWord: (word) => done.push(`learn ${word}`),
  });
  const labels = items.map(({ label, type }) => (type === 'separator' ? '-' : label));
  const choose = (label: string) => {
    const item = items.find((one) => one.label === label);
    (item?.click as () => void)();
    return done;
  };
  return { items, labels, choose };
};

describe('the context menu of a field', () => {
  it('has the edit actions, enabled when they apply', () => {
    const { items, labels } = menu({ isEditable: true });
    expect(labels).toEqual(['Undo', 'Redo', '-', 'Cut', 'Copy', 'Paste', 'Select all']);
    expect(items.find(({ label }) => label === 'Paste')?.enabled).toBe(true);
    expect(items.find(({ label }) => label === 'Cut')?.enabled).toBe(false);
  });

  it('starts with suggestions for a misspelled word, which can be added to the dictionary', () => {
    const misspelled = { isEditable: true, misspelledWord: 'adress' };
    const suggestions = ['address', 'adders', 'a dress', 'dress', 'egress', 'tigress'];
    const { labels, choose } = menu({ ...misspelled, dictionarySuggestions: suggestions });
    expect(labels.slice(0, 8)).toEqual([...suggestions.slice(0, 5), '-', 'Add to dictionary', '-']);
    expect(choose('address')).toEqual(['replace address']);
    expect(choose('Add to dictionary')).toContain('learn adress');
    expect(menu(misspelled).labels[0]).toBe('No spelling suggestions');
  });
});

describe('the context menu of a link', () => {
  it('opens and copies it', () => {
    const { labels, choose } = menu({ linkURL: 'https://example.com/a' });
    expect(labels).toEqual(['Open link', 'Copy link']);
    expect(choose('Open link')).toEqual(['open https://example.com/a']);
  });

  it('calls and copies a phone number', () => {
    const { labels, choose } = menu({ linkURL: 'tel:+15125550100' });
    expect(labels).toEqual(['Call', 'Copy number']);
    expect(choose('Copy number')).toEqual(['copy +15125550100']);
  });

  it('is empty for an unsafe address', () => {
    expect(menu({ linkURL: 'file:///etc/passwd' }).labels).toEqual([]);
  });

  it('also copies selected text', () => {
    const { labels } = menu({ linkURL: 'https://example.com/a', selectionText: 'see this' });
    expect(labels).toEqual(['Open link', 'Copy link', '-', 'Copy']);
  });
});

it('the context menu of a page copies selected text and is otherwise empty', () => {
  expect(menu({ selectionText: 'words' }).labels).toEqual(['Copy']);
  expect(menu({ selectionText: ' ' }).labels).toEqual([]);
});
