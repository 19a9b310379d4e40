/** Tags leads by keyboard. It opens synchronously, so that its field receives the next keys. */
import { IconCheck } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { compareNames } from '../../contract/compare-names.ts';
import { maxTagLength, maxTags } from '../../contract/limits.ts';
import type { LeadID } from '../../contract/records.ts';
import { fetchRow } from './lead-actions.ts';
import { useLastRow, useLeadStores } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { saveCursor } from '../ui/focus-back.ts';
import { chooseNextOption } from '../ui/next-option.ts';
import { useDialog } from '../ui/use-dialog.ts';
import finder from '../ui/finder.module.css';
import styles from './tags.module.css';

const isSameTag = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0;

type Props = {
  readonly tags: readonly string[];
  /** Tags that only some of the leads have. */
  readonly partialTags?: readonly string[];
  /** Resolves to true if it succeeded. */
  readonly onToggle: (tag: string, isAdded: boolean) => Promise<boolean>;
  readonly onClose: () => void;
};

const noTags: readonly string[] = [];

export const TagList = ({ tags, partialTags = noTags, onToggle, onClose }: Props) => {
  const { t } = useTranslation();
  const known = useAnswer('tags.list', {}).value?.tags ?? [];
  const id = useId();
  const { ref } = useDialog();
  const [text, setText] = useState('');
  const [at, setAt] = useState<number | null>(null);
  /** Changes that may not be stored yet. */
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [restoreCursor] = useState(saveCursor);

  const has = (tag: string): boolean => pending.get(tag) ?? tags.includes(tag);
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const all = [...new Set([...known, ...tags, ...partialTags, ...pending.keys()])].toSorted(
    compareNames,
  );
  const found = all.filter((tag) => tag.toLowerCase().includes(typed.toLowerCase()));
  const isNew = typed !== '' && !all.some((tag) => isSameTag(tag, typed));
  const options = isNew ? [...found, typed] : found;
  // Without text Enter does nothing: it may be a second press after adding a tag.
  const highlightedIndex = at === null ? (typed === '' ? -1 : 0) : Math.min(at, options.length - 1);
  const highlighted = options[highlightedIndex];
  const isFull = all.filter(has).length >= maxTags;

  const toggle = async (tag: string): Promise<void> => {
    if (isFull && !has(tag)) return;
    const isAdded = !has(tag);
    setPending((before) => new Map(before).set(tag, isAdded));
    if (text !== '') setAt(null);
    setText('');
    if (await onToggle(tag, isAdded)) return;
    setPending((before) => new Map([...before].filter(([name]) => name !== tag)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = chooseNextOption(event.key, highlightedIndex, options.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (highlighted !== undefined) void toggle(highlighted);
    }
  };

  return (
    <dialog
      ref={ref}
      className={styles.picker}
      aria-label={t('tags.label')}
      onClose={() => {
        restoreCursor();
        onClose();
      }}
    >
      <input
        autoFocus
        className={finder.field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={highlighted === undefined ? undefined : `${id}-${highlightedIndex}`}
        aria-label={t('tags.find')}
        placeholder={t('tags.find')}
        maxLength={maxTagLength}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(null);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t('tags.label')} aria-multiselectable>
        {options.map((tag, index) => (
          // The field handles the keys (aria-activedescendant).
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={tag}
            id={`${id}-${index}`}
            role="option"
            aria-selected={has(tag)}
            data-chosen={index === highlightedIndex}
            onClick={() => void toggle(tag)}
          >
            <IconCheck size={14} aria-hidden data-shown={has(tag)} />
            <bdi>{isNew && tag === typed ? t('tags.create', { tag }) : tag}</bdi>
            {partialTags.includes(tag) && !has(tag) && <span>{t('selection.some')}</span>}
          </li>
        ))}
      </ul>
      {options.length === 0 && <p>{t('tags.none')}</p>}
      {isFull && <p role="status">{t('tags.full', { most: maxTags })}</p>}
    </dialog>
  );
};

const Picker = ({ leadID }: { readonly leadID: LeadID }) => {
  const stores = useLeadStores();
  const { tagPicker, leadEditor } = stores;
  const row = useLastRow(leadID);
  return (
    <TagList
      tags={row?.tags ?? noTags}
      onToggle={async (tag, isAdded) => {
        const lead = row ?? (await fetchRow(stores, leadID));
        return lead !== null && (isAdded ? leadEditor.tag : leadEditor.untag)(lead, tag);
      }}
      onClose={() => tagPicker.setState({ open: null })}
    />
  );
};

export const TagPicker = () => {
  const open = useStore(useLeadStores().tagPicker, (state) => state.open);
  return open === null ? null : <Picker key={open} leadID={open} />;
};
