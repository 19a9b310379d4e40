/** A private note in the conversation, which looks unlike a message. */
import { Button } from '@mantine/core';
import { IconNote, IconPencil, IconPhoneCall, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID, Note as NoteRecord } from '../../contract/records.ts';
import { useNoting, useThreadStores } from './stores.ts';
import { Author } from '../leads/person.tsx';
import { useIsColleague } from '../leads/team.ts';
import { formatDateAndTime } from '../platform/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MessageText } from '../ui/message-text.tsx';
import { ClockTime } from './clock-time.tsx';
import styles from './note.module.css';

type Props = {
  readonly note: NoteRecord;
  readonly leadID: LeadID;
  /** The member of the team who wrote it; null without a team. */
  readonly person: string | null;
};

export const Note = memo(({ note, leadID, person }: Props) => {
  const { t, i18n } = useTranslation();
  const { noting } = useThreadStores();
  const isOpen = useNoting(({ open }) => open?.noteID === note.noteID);
  const { edit, remove } = noting.getState();
  const isByColleague = useIsColleague(person);
  // In a team every note has an author.
  const isOfTeam = person !== null;
  const isCall = note.kind === 'call';
  const Icon = isCall ? IconPhoneCall : IconNote;
  return (
    <div className={styles.note} data-note-kind={note.kind} data-open={isOpen}>
      <div className={styles.body} role="group" aria-label={t(`notes.kinds.${note.kind}`)}>
        <div className={styles.head}>
          <Icon size={14} aria-hidden />
          <strong>{t(isCall ? 'notes.called' : 'notes.kinds.note')}</strong>
          <span aria-hidden>·</span>
          {isByColleague && person !== null && (
            <>
              <span>
                <Author person={person} />
              </span>
              <span aria-hidden>·</span>
            </>
          )}
          <ClockTime at={note.at} />
          {note.editedAt !== null && (
            <span title={formatDateAndTime(note.editedAt, i18n.language)}>{t('notes.edited')}</span>
          )}
          <span className="hidden-visually">
            {t(isOfTeam ? 'notes.privateTeam' : 'notes.private')}
          </span>
          {!isByColleague && (
            <span className={styles.buttons}>
              <IconButton label={t('notes.edit')} onClick={() => edit(leadID, note)}>
                <IconPencil size={15} stroke={1.75} />
              </IconButton>
              <IconButton label={t('notes.delete')} onClick={() => void remove(leadID, note)}>
                <IconTrash size={15} stroke={1.75} />
              </IconButton>
            </span>
          )}
        </div>
        {note.text !== '' && <MessageText text={note.text} />}
        {note.text === '' && !isOpen && !isByColleague && (
          <Button variant="link" h={24} px={0} onClick={() => edit(leadID, note)}>
            {t('notes.addDetails')}
          </Button>
        )}
      </div>
    </div>
  );
});
Note.displayName = 'Note';
