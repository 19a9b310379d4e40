/** The other requests of the same customer. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadRow } from '../../contract/records.ts';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { formatDate } from '../platform/format.ts';
import { useLate } from '../ui/late.ts';
import { useServiceWords } from './service-words.ts';
import styles from './facts.module.css';

const initialLimit = 5;
const maxLimit = 200;

type OtherRequest = CommandOutput<'leads.ofCustomer'>['leads'][number];

/** Render it with the lead as its key. */
export const Earlier = ({ row }: { readonly row: LeadRow }) => {
  const { t, i18n } = useTranslation();
  const { leads, session } = useLeadStores();
  const [limit, setLimit] = useState(initialLimit);
  // A lead that is only skimmed loads nothing.
  const hasStayed = useLate(true);
  const { value } = useAnswer('leads.ofCustomer', { leadID: row.leadID, limit }, hasStayed);
  // The shorter list stays while the longer one loads.
  const [shown, setShown] = useState(value);
  if (value !== undefined && value !== shown) setShown(value);
  const translateValue = useServiceWords();
  /** "Hired · Answered" */
  const describeOutcome = ({ row: { jobStatus, status }, isAnswered }: OtherRequest): string =>
    [
      jobStatus === null ? '' : t(`jobStatus.statuses.${jobStatus.status}`),
      status === '' || status === 'Open' ? '' : translateValue('statuses', status),
      t(isAnswered ? 'earlier.answered' : 'earlier.notAnswered'),
    ]
      .filter(Boolean)
      .join(' · ');
  if (shown === undefined || shown.leads.length === 0) return null;
  const isOldest = shown.leads.every((each) => each.row.createdAt > row.createdAt);
  const hasNewer = shown.leads.some((each) => each.row.createdAt > row.createdAt);
  return (
    <section className={styles.earlier}>
      <h3>{t(isOldest ? 'earlier.later' : hasNewer ? 'earlier.other' : 'earlier.title')}</h3>
      <ul>
        {shown.leads.map((each) => (
          <li key={each.row.leadID}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => showLead({ leads, session }, each.row.leadID)}
            >
              <span className={styles.line}>
                <bdi>{each.row.category || t('earlier.request')}</bdi>
                <time>{formatDate(each.row.createdAt, i18n.language)}</time>
              </span>
              <small data-answered={each.isAnswered}>
                <bdi>{describeOutcome(each)}</bdi>
              </small>
            </button>
          </li>
        ))}
      </ul>
      {shown.total > shown.leads.length && limit === initialLimit && (
        <Button variant="link" h={26} px={0} onClick={() => setLimit(maxLimit)}>
          {t('earlier.showAll', { total: shown.total })}
        </Button>
      )}
    </section>
  );
};
