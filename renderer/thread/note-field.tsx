/** The field of a note. While its lead loads, a hidden field has the focus, so that keys run no actions. */
import { Button } from '@mantine/core';
import { IconLock, IconNote, IconPhoneCall } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { maxNoteLength, maxNotes } from '../../contract/limits.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { PersonTile } from '../leads/person.tsx';
import { sendKey } from '../leads/send-keys.ts';
import { useConversation, useLeads } from '../leads/stores.ts';
import { useChoosablePeople, useMember } from '../leads/team.ts';
import { useNoting, useThreadStores } from './stores.ts';
import { useMention } from './use-mention.ts';
import { useSession } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { formatKey, getPressedKey } from '../platform/keyboard.ts';
import composer from './composer.module.css';
import layout from '../ui/layout.module.css';
import styles from './note.module.css';

const useText = (): string =>
  useNoting(({ open, texts }) => (open === null ? '' : (texts[open.noteID] ?? '')));

const useFocusedField = () => {
  const { noting } = useThreadStores();
  const needsFocus = useNoting((state) => state.needsFocus);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!needsFocus || current === null) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
    noting.setState({ needsFocus: false });
  }, [needsFocus, noting]);
  return field;
};

const focusLeadList = (): void => document.getElementById('lead-list')?.focus();

const useNoteActions = (isSavable: boolean) => {
  const { noting } = useThreadStores();
  const finish = async (): Promise<void> => {
    if (!isSavable) return;
    await noting.getState().save();
    if (noting.getState().open === null && document.activeElement === document.body)
      focusLeadList();
  };
  const cancel = (): void => {
    noting.getState().close();
    focusLeadList();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void finish();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  };
  return { finish, cancel, onKeyDown };
};

const Field = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { noting } = useThreadStores();
  const open = useNoting((state) => state.open);
  const text = useText();
  const error = useNoting((state) => state.error);
  const field = useFocusedField();
  const length = text.trim().length;
  const isFull = open?.stored === null && details.notes.length >= maxNotes;
  const isTooLong = length > maxNoteLength;
  const isSavable = !isFull && !isTooLong && (length > 0 || open?.kind === 'call');
  const { finish, cancel, onKeyDown } = useNoteActions(isSavable);
  const own = useMember()?.person;
  const people = useChoosablePeople(own, own !== undefined);
  const mention = useMention(people, text, (written, caret) => {
    flushSync(() => noting.getState().type(written));
    field.current?.setSelectionRange(caret, caret);
    field.current?.focus();
  });
  if (open === null) return null;
  const name = details.row.customerName || t('list.unnamed');
  const Icon = open.kind === 'call' ? IconPhoneCall : IconNote;
  return (
    <section className={styles.field} aria-label={t(`notes.kinds.${open.kind}`)}>
      <FailureBox error={error} />
      <div className={styles.box}>
        {mention.found.length > 0 && (
          <ul
            id="mention-list"
            role="listbox"
            aria-label={t('notes.people')}
            className={styles.people}
          >
            {mention.found.map((person, at) => (
              // The field handles the keys (aria-activedescendant).
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={person.person}
                className={layout.row}
                id={`mention-${at}`}
                role="option"
                aria-selected={at === mention.chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => mention.insert(person)}
              >
                <PersonTile person={person.person} name={person.name} />
                <bdi>{person.name}</bdi>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.head}>
          <Icon size={14} aria-hidden />
          <strong>{t(`notes.kinds.${open.kind}`)}</strong>
          <span id="note-private" className={styles.private}>
            <IconLock size={12} aria-hidden />
            {t(own === undefined ? 'notes.private' : 'notes.privateTeam')}
          </span>
        </p>
        <textarea
          ref={field}
          className={styles.writing}
          rows={2}
          value={text}
          aria-label={t(open.kind === 'call' ? 'notes.callLabel' : 'notes.label', { name })}
          aria-describedby="note-private note-hint"
          aria-invalid={isTooLong}
          placeholder={t(open.kind === 'call' ? 'notes.callPlaceholder' : 'notes.placeholder')}
          aria-controls={mention.found.length > 0 ? 'mention-list' : undefined}
          aria-activedescendant={mention.found.length > 0 ? `mention-${mention.chosen}` : undefined}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            noting.getState().type(value);
            mention.onType(value, selectionStart);
          }}
          onBlur={mention.close}
          onKeyDown={(event) => {
            const key = getPressedKey(event.nativeEvent);
            const isComposing = event.nativeEvent.isComposing;
            if (!isComposing && key !== null && mention.handleKey(key)) event.preventDefault();
            else onKeyDown(event);
          }}
        />
        <div className={styles.foot}>
          <p id="note-hint" role="status" data-quiet={!isFull && !isTooLong}>
            {isFull
              ? t('notes.full', { most: maxNotes })
              : isTooLong
                ? t('composer.tooLong', { count: length - maxNoteLength })
                : people.length > 0 && t('notes.mentionHint')}
          </p>
          <Button
            rightSection={<kbd className={composer.keys}>{formatKey('Escape')}</kbd>}
            onClick={cancel}
          >
            {t('common.cancel')}
          </Button>
          <Button
            disabled={!isSavable}
            rightSection={<kbd className={composer.keys}>{sendKey}</kbd>}
            onClick={() => void finish()}
          >
            {t('notes.save')}
          </Button>
        </div>
      </div>
    </section>
  );
};

export const NoteField = ({ details }: { readonly details: LeadDetails }) => {
  const isOpen = useNoting(({ open }) => open?.leadID === details.row.leadID);
  return isOpen ? <Field details={details} /> : null;
};

const StandIn = () => {
  const { t } = useTranslation();
  const { noting } = useThreadStores();
  const text = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const length = text.trim().length;
  const { onKeyDown } = useNoteActions(length > 0 && length <= maxNoteLength);
  return (
    <textarea
      ref={field}
      className="hidden-visually"
      value={text}
      aria-label={t('notes.opening')}
      onChange={(event) => noting.getState().type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
};

/** Receives the text of a note whose lead is still loading. */
export const NoteTypeAhead = () => {
  const selected = useLeads((state) => state.selected);
  const openLead = useConversation((state) => state.details?.row.leadID ?? null);
  const awaited = useNoting(({ open, needsFocus }) => (needsFocus ? (open?.leadID ?? null) : null));
  const isInbox = useSession((state) => state.screen === 'inbox');
  const isAwaited = isInbox && awaited !== null && awaited === selected && awaited !== openLead;
  return isAwaited ? <StandIn key={awaited} /> : null;
};
