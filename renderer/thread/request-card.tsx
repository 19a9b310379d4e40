/** What the customer asked for: it opens the conversation. */
import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { dateAndTime, isoTime } from '../ui/format.ts';
import { SpokenText } from '../ui/spoken-text.tsx';
import { Attachments } from './attachments.tsx';
import { addressLines } from './request-words.ts';
import { OfferedTimes } from './offered-times.tsx';
import { TimeList, useTimes } from './times.tsx';
import styles from './thread.module.css';

export const RequestCard = ({ details }: { readonly details: LeadDetails }) => {
  const { t, i18n } = useTranslation();
  const { row, request } = details;
  const times = useTimes(request, row.availability === 'here');
  const place = addressLines(request.location).join(', ');
  return (
    <article className={styles.card} aria-label={t('thread.request')}>
      <header>
        <h3>
          <bdi>{request.title || row.category || t('thread.request')}</bdi>
        </h3>
        <time dateTime={isoTime(row.createdAt)}>{dateAndTime(row.createdAt, i18n.language)}</time>
      </header>
      {request.description !== '' && <SpokenText text={request.description} />}
      {(place !== '' || request.schedule !== '' || times !== null) && (
        <ul className={styles.cardFacts}>
          {place !== '' && (
            <li>
              <IconMapPin size={16} stroke={1.75} aria-hidden />
              <span className="hidden-visually">{t('facts.where')}</span>
              <bdi>{place}</bdi>
            </li>
          )}
          {request.schedule !== '' && (
            <li>
              <IconCalendar size={16} stroke={1.75} aria-hidden />
              <span className="hidden-visually">{t('facts.when')}</span>
              <bdi className={styles.lines}>{request.schedule}</bdi>
            </li>
          )}
          {times !== null && (
            <li>
              <IconCalendar size={16} stroke={1.75} aria-hidden />
              <span className="hidden-visually">{t('facts.when')}</span>
              {times.kind === 'asked' && row.availability === 'here' ? (
                <OfferedTimes details={details} times={times} />
              ) : (
                <TimeList times={times} />
              )}
            </li>
          )}
        </ul>
      )}
      {request.details.length > 0 && (
        <dl className={styles.answers}>
          {request.details.map((detail, index) => (
            <div key={index}>
              <dt>
                <bdi>{detail.question}</bdi>
              </dt>
              <dd>
                <bdi>{detail.answer}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {request.attachments.length > 0 && (
        <div className={styles.cardFiles}>
          <Attachments files={request.attachments} leadID={row.leadID} messageID={null} />
        </div>
      )}
    </article>
  );
};
