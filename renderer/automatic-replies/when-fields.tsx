/** The fields for the time of a reply: after a new lead, or after the customer's silence. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import { dayMinutes, maxFollowUpWait } from '../../contract/limits.ts';
import { formatTimeOfDay } from '../platform/format.ts';
import { OptionSelect } from '../ui/option-select.tsx';
import styles from './automatic-replies.module.css';
import { defaultWhen } from './new-rules.ts';
import { formatDuration } from './rule-words.ts';

type When = AutomaticRule['when'];
type NewLead = Extract<When, { kind: 'newLead' }>;
type Silence = Extract<When, { kind: 'silence' }>;

const delays = [0, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const deadlines = [5, 10, 15, 30, 60, 120, 240, 480, 720, dayMinutes];
const hours = Array.from({ length: 25 }, (_, hour) => hour * 60);

/** Adds a stored value that is not among the options, in order. */
export const addChosen = (known: readonly number[], chosen: number): readonly number[] =>
  [...new Set([...known, chosen])].toSorted((one, other) => one - other);

type Props<W> = { readonly when: W; readonly onChange: (when: When) => void };

const NewLeadFields = ({ when, onChange }: Props<NewLead>) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const isAfterDelay = (minutes: number, seconds: number): boolean => minutes * 60 > seconds;
  return (
    <div className={styles.pair}>
      <OptionSelect
        label={t('form.delay')}
        value={when.afterSeconds}
        options={addChosen(delays, when.afterSeconds)}
        getLabel={(seconds) =>
          seconds === 0 ? t('form.noDelay') : formatDuration(seconds, i18n.language)
        }
        onChoose={(afterSeconds) => {
          const withinMinutes = isAfterDelay(when.withinMinutes, afterSeconds)
            ? when.withinMinutes
            : (deadlines.find((each) => isAfterDelay(each, afterSeconds)) ?? dayMinutes);
          onChange({ ...when, afterSeconds, withinMinutes });
        }}
      />
      <OptionSelect
        label={t('form.within')}
        value={when.withinMinutes}
        options={addChosen(deadlines, when.withinMinutes).filter((each) =>
          isAfterDelay(each, when.afterSeconds),
        )}
        getLabel={(minutes) => formatDuration(minutes * 60, i18n.language)}
        onChoose={(withinMinutes) => onChange({ ...when, withinMinutes })}
      />
    </div>
  );
};

const SilenceFields = ({ when, onChange }: Props<Silence>) => {
  const { t, i18n } = useTranslation('automaticReplies');
  /** The typed number while it is not a valid one. */
  const [draft, setDraft] = useState<string | null>(null);
  const formatTime = (minutes: number): string => formatTimeOfDay(minutes, i18n.language);
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          type="number"
          label={t('form.count')}
          min={1}
          max={maxFollowUpWait}
          value={draft ?? when.count}
          onBlur={() => setDraft(null)}
          onChange={({ currentTarget: { value } }) => {
            const count = Math.min(maxFollowUpWait, Math.round(Number(value)));
            setDraft(count < 1 ? value : null);
            if (count >= 1) onChange({ ...when, count });
          }}
        />
        <OptionSelect
          label={t('form.unit')}
          value={when.unit}
          options={['hours', 'days']}
          getLabel={(unit) => t(`units.${unit}`)}
          onChoose={(unit) => onChange({ ...when, unit })}
        />
      </div>
      <div className={styles.pair}>
        <OptionSelect
          label={t('form.from')}
          value={when.from}
          options={addChosen(
            hours.filter((each) => each < when.to),
            when.from,
          )}
          getLabel={formatTime}
          onChoose={(from) => onChange({ ...when, from })}
        />
        <OptionSelect
          label={t('form.to')}
          value={when.to}
          options={addChosen(
            hours.filter((each) => each > when.from),
            when.to,
          )}
          getLabel={formatTime}
          onChoose={(to) => onChange({ ...when, to })}
        />
      </div>
    </>
  );
};

export const WhenFields = ({ when, onChange }: Props<When>) => {
  const { t } = useTranslation('automaticReplies');
  return (
    <>
      <OptionSelect
        label={t('form.when')}
        value={when.kind}
        options={['newLead', 'silence']}
        getLabel={(kind) => t(`when.${kind}`)}
        onChoose={(kind) => onChange(defaultWhen[kind])}
      />
      {when.kind === 'newLead' ? (
        <NewLeadFields when={when} onChange={onChange} />
      ) : (
        <SilenceFields when={when} onChange={onChange} />
      )}
    </>
  );
};
