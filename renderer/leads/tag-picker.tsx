/**
 * Tags a lead, or several, by the keyboard: what is typed finds a tag or makes one, Enter gives it or takes it away,
 * Escape closes. It is there with the key that asks for it, so that what is typed next is text.
 */
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { longestTag, mostTags } from '../../contract/limits.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import { useConversation, useLeads, useLeadStores, useTagging } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { cursorNow } from '../ui/cursor.ts';
import styles from './tags.module.css';

/** The lead as it is now, from the conversation or else from the list. */
const useRow = (leadID: LeadID): LeadRow | undefined => {
  const listed = useLeads(({ rows }) => rows.find((row) => row.leadID === leadID));
  const read = useConversation(({ details }) => details?.row);
  return read?.leadID === leadID ? read : listed;
};

const same = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0;

type Props = {
  /** Those that are given already. */
  readonly given: readonly string[];
  /** Those that only some leads of several have. */
  readonly partly?: readonly string[];
  /** Gives the tag or takes it away; resolves to whether that was done. */
  readonly onToggle: (tag: string, gives: boolean) => Promise<boolean>;
  readonly onClose: () => void;
};

const noTags: readonly string[] = [];

export const TagList = ({ given, partly = noTags, onToggle, onClose }: Props) => {
  const { t } = useTranslation();
  const known = useAnswer('tags.list', {}).value?.tags ?? [];
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  /** Where the arrows have gone; null while they were not used. */
  const [at, setAt] = useState<number | null>(null);
  /** Given or taken away here, and not read back yet. */
  const [asked, setAsked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [giveCursorBack] = useState(cursorNow);
  useEffect(() => dialog.current?.showModal(), []);

  const has = (tag: string): boolean => asked.get(tag) ?? given.includes(tag);
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const all = [...new Set([...known, ...given, ...partly, ...asked.keys()])].toSorted((a, b) =>
    a.localeCompare(b),
  );
  const found = all.filter((tag) => tag.toLowerCase().includes(typed.toLowerCase()));
  const isNew = typed !== '' && !all.some((tag) => same(tag, typed));
  const options = isNew ? [...found, typed] : found;
  // With nothing typed Enter means nothing: it may be the second press of the one that gave a tag.
  const place = at === null ? (typed === '' ? -1 : 0) : Math.min(at, options.length - 1);
  const chosen = options[place];
  const isFull = all.filter(has).length >= mostTags;

  const toggle = async (tag: string): Promise<void> => {
    if (isFull && !has(tag)) return;
    const gives = !has(tag);
    setAsked((before) => new Map(before).set(tag, gives));
    if (text !== '') setAt(null);
    setText('');
    const isKept = await onToggle(tag, gives);
    if (!isKept) setAsked((before) => new Map(before).set(tag, !gives));
  };
  const keyed = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      const from = place === -1 && by === -1 ? 0 : place;
      setAt((from + by + options.length) % options.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen !== undefined) void toggle(chosen);
    }
  };

  return (
    <dialog
      ref={dialog}
      className={styles.picker}
      aria-label={t('tags.label')}
      onClose={() => {
        giveCursorBack();
        onClose();
      }}
    >
      <input
        autoFocus
        className={styles.field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={
          chosen === undefined ? undefined : `${id}-${options.indexOf(chosen)}`
        }
        aria-label={t('tags.find')}
        placeholder={t('tags.find')}
        maxLength={longestTag}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(null);
        }}
        onKeyDown={keyed}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t('tags.label')} aria-multiselectable>
        {options.map((tag, index) => (
          // The field takes the keys (aria-activedescendant); an option only takes the mouse.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={tag}
            id={`${id}-${index}`}
            role="option"
            aria-selected={has(tag)}
            data-chosen={tag === chosen}
            onClick={() => void toggle(tag)}
          >
            <IconCheck size={14} aria-hidden data-shown={has(tag)} />
            <bdi>{isNew && tag === typed ? t('tags.create', { tag }) : tag}</bdi>
            {partly.includes(tag) && !has(tag) && <span>{t('selection.some')}</span>}
          </li>
        ))}
      </ul>
      {options.length === 0 && <p>{t('tags.none')}</p>}
      {isFull && <p role="status">{t('tags.full', { most: mostTags })}</p>}
    </dialog>
  );
};

const Picker = ({ leadID }: { readonly leadID: LeadID }) => {
  const { tagging, valuing } = useLeadStores();
  const row = useRow(leadID);
  return (
    <TagList
      given={row?.tags ?? noTags}
      onToggle={(tag, gives) =>
        row === undefined ? Promise.resolve(false) : (gives ? valuing.tag : valuing.untag)(row, tag)
      }
      onClose={() => tagging.setState({ open: null })}
    />
  );
};

export const TagPicker = () => {
  const open = useTagging((state) => state.open);
  return open === null ? null : <Picker key={open} leadID={open} />;
};
