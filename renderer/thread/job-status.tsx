/** The job status, set by the professional and reported to services that accept it. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { maxReasonLength } from '../../contract/limits.ts';
import {
  jobStatuses,
  type JobStatus as Status,
  type NotHiredReason,
} from '../../contract/marks.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { Select } from '../ui/select.tsx';
import styles from './facts.module.css';

const reasons = [
  'someone_else',
  'too_expensive',
  'no_response',
  'not_a_fit',
  'other',
] as const satisfies readonly NotHiredReason[];

/** Shows the choice before the engine answers. */
const useChosenStatus = (stored: Status | null) => {
  const [shown, setShown] = useState({ stored, chosen: stored });
  const isNew = JSON.stringify(shown.stored) !== JSON.stringify(stored);
  if (isNew) setShown({ stored, chosen: stored });
  return {
    chosen: isNew ? stored : shown.chosen,
    choose: (chosen: Status | null) => setShown({ stored, chosen }),
  };
};

const ReasonField = ({
  words,
  save,
}: {
  readonly words: string;
  readonly save: (words: string) => void;
}) => {
  const { t } = useTranslation();
  const [text, setText] = useState(words);
  const [shownWords, setShownWords] = useState(words);
  // A new key would take the focus, and the next letter would act on the lead.
  if (words !== shownWords) {
    setShownWords(words);
    if (text.trim() === shownWords) setText(words);
  }
  const saveIfChanged = (): void => {
    if (text.trim() !== words) save(text.trim());
  };
  return (
    <TextInput
      value={text}
      maxLength={maxReasonLength}
      aria-label={t('jobStatus.words')}
      placeholder={t('jobStatus.wordsPlaceholder')}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={saveIfChanged}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') saveIfChanged();
        // Synchronously, because the window leaves the field next, which saves its text.
        if (event.key === 'Escape') flushSync(() => setText(words));
      }}
    />
  );
};

export const JobStatus = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { leadEditor } = useLeadStores();
  const { row, jobStatusRefused } = details;
  const { chosen, choose } = useChosenStatus(row.jobStatus);
  const save = async (value: Status | null): Promise<void> => {
    choose(value);
    if (!(await leadEditor.setJobStatus(row, value))) choose(row.jobStatus);
  };
  const detail = jobStatusRefused?.detail ?? null;
  return (
    <div className={styles.status}>
      <Select
        label={t('jobStatus.label')}
        value={chosen?.status ?? 'pending'}
        data={[
          { value: 'pending', label: t('jobStatus.statuses.pending') },
          ...jobStatuses.map((value) => ({ value, label: t(`jobStatus.statuses.${value}`) })),
        ]}
        onChange={(event) => {
          const status = jobStatuses.find((value) => value === event.currentTarget.value);
          void save(status === undefined ? null : { status, reason: null, words: '' });
        }}
      />
      {chosen?.status === 'not_hired' && (
        <Select
          aria-label={t('jobStatus.reason')}
          value={chosen.reason ?? ''}
          data={[
            { value: '', label: t('jobStatus.noReason') },
            ...reasons.map((value) => ({ value, label: t(`jobStatus.reasons.${value}`) })),
          ]}
          onChange={(event) => {
            const reason = reasons.find((value) => value === event.currentTarget.value) ?? null;
            void save({ ...chosen, reason });
          }}
        />
      )}
      {chosen?.status === 'not_hired' && chosen.reason === 'other' && (
        <ReasonField words={chosen.words} save={(words) => void save({ ...chosen, words })} />
      )}
      {jobStatusRefused !== null && (
        <p className={styles.refused}>
          {t('jobStatus.refused', {
            reason: detail ?? t(`errors.${jobStatusRefused.code}.what`),
          })}
        </p>
      )}
    </div>
  );
};
