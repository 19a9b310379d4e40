/** The request: text, place, times and files, at the top of the conversation. */
import { IconCalendar, IconMap2, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { usePlatform } from '../platform/stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDateAndTime, toISOTime } from '../platform/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MarkedText } from '../ui/marked.tsx';
import { MessageText } from '../ui/message-text.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { Attachments } from './attachments.tsx';
import { formatAddress, buildMapLink } from '../leads/addresses.ts';
import { OfferedTimes } from './offered-times.tsx';
import { TimeList, useTimes } from './times.tsx';
import styles from './thread.module.css';

export const RequestCard = ({ details }: { readonly details: LeadDetails }) => {
  const { t, i18n } = useTranslation();
  const { act } = usePlatform();
  const { row, request } = details;
  const times = useTimes(request, row.availability === 'here');
  const address = formatAddress(request.location);
  return (
    <article className={styles.card} aria-label={t('thread.request')}>
      <header>
        <h3>
          <MarkedText text={request.title || row.category || t('thread.request')} />
        </h3>
        <time dateTime={toISOTime(row.createdAt)}>
          {formatDateAndTime(row.createdAt, i18n.language)}
        </time>
      </header>
      {request.description !== '' && <MessageText text={request.description} />}
      {(address.length > 0 || request.schedule !== '' || times !== null) && (
        <ul className={styles.cardFacts}>
          {address.length > 0 && (
            <li>
              <IconMapPin size={16} stroke={1.75} aria-hidden />
              <span className="hidden-visually">{t('facts.where')}</span>
              <MarkedText text={address.join(', ')} />
              <span className={styles.placeActs}>
                <CopyButton text={address.join('\n')} label={t('facts.copyAddress')} />
                <IconButton
                  label={t('facts.map')}
                  onClick={() => void act('shell.openLink', { url: buildMapLink(address) })}
                >
                  <IconMap2 size={16} />
                </IconButton>
              </span>
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
              {times.kind === 'proposed' && (
                <span className="hidden-visually">{t('facts.when')}</span>
              )}
              <div>
                {times.kind === 'booked' && <strong>{t('facts.booked')}</strong>}
                {times.kind === 'proposed' && row.availability === 'here' ? (
                  <OfferedTimes details={details} times={times} />
                ) : (
                  <TimeList times={times} />
                )}
                <AddToCalendar details={details} />
              </div>
            </li>
          )}
        </ul>
      )}
      {request.details.length > 0 && (
        <dl className={styles.answers}>
          {request.details.map((detail, index) => (
            <div key={index}>
              <dt>
                <MarkedText text={detail.question} />
              </dt>
              <dd>
                <MarkedText text={detail.answer} />
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
