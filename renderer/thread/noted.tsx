/** The notes in a lead's details, newest first; a click scrolls to one. */
import { IconNote, IconPhoneCall } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../contract/records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { dateAndTime, dateOnly, isoTime } from '../platform/format.ts';
import styles from './facts.module.css';

type Props = { readonly notes: readonly Note[]; readonly onNavigate: (() => void) | undefined };

export const NoteList = ({ notes, onNavigate }: Props) => {
  const { t, i18n } = useTranslation();
  const { conversation } = useLeadStores();
  if (notes.length === 0) return null;
  return (
    <section className={styles.notes}>
      <h3>{t('notes.title')}</h3>
      <ul>
        {notes.toReversed().map(({ noteID, kind, at, text }) => {
          const Icon = kind === 'call' ? IconPhoneCall : IconNote;
          return (
            <li key={noteID}>
              <button
                type="button"
                className={styles.noted}
                onClick={() => {
                  conversation.getState().goTo({ in: 'note', id: noteID, at });
                  onNavigate?.();
                }}
              >
                <Icon size={14} aria-hidden />
                <span className="hidden-visually">{t(`notes.kinds.${kind}`)}</span>
                <bdi>{text || t('notes.called')}</bdi>
                <time dateTime={isoTime(at)} title={dateAndTime(at, i18n.language)}>
                  {dateOnly(at, i18n.language)}
                </time>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
