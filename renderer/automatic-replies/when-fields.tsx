/** The fields for the time of a reply: after a new lead, or after the customer's silence. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import { dayMinutes, mostFollowUpWait } from '../../contract/limits.ts';
import { timeOfDay } from '../platform/format.ts';
import { Select } from '../ui/select.tsx';
import styles from './automatic-replies.module.css';
import { defaultWhen } from './new-rules.ts';
import { lengthWords } from './rule-words.ts';

type When = AutomaticRule['when'];
type NewLead = Extract<When, { kind: 'newLead' }>;
type Silence = Extract<When, { kind: 'silence' }>;

const delays = [0, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const deadlines = [5, 10, 15, 30, 60, 120, 240, 480, 720, dayMinutes];
const hours = Array.from({ length: 25 }, (_, hour) => hour * 60);

const withChosen = (known: readonly number[], chosen: number): readonly number[] =>
  [...new Set([...known, chosen])].toSorted((one, other) => one - other);

type Props<W> = { readonly when: W; readonly onChange: (when: When) => void };

const NewLeadFields = ({ when, onChange }: Props<NewLead>) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const isAfterDelay = (minutes: number, seconds: number): boolean => minutes * 60 > seconds;
  return (
    <div className={styles.pair}>
      <Select
        label={t('form.after')}
        value={String(when.afterSeconds)}
        data={withChosen(delays, when.afterSeconds).map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? t('sentence.atOnce') : lengthWords(seconds, i18n.language),
        }))}
        onChange={({ currentTarget }) => {
          const afterSeconds = Number(currentTarget.value);
          const withinMinutes = isAfterDelay(when.withinMinutes, afterSeconds)
            ? when.withinMinutes
            : (deadlines.find((each) => isAfterDelay(each, afterSeconds)) ?? dayMinutes);
          onChange({ ...when, afterSeconds, withinMinutes });
        }}
      />
      <Select
        label={t('form.within')}
        value={String(when.withinMinutes)}
        data={withChosen(deadlines, when.withinMinutes)
          .filter((each) => isAfterDelay(each, when.afterSeconds))
          .map((each) => ({ value: String(each), label: lengthWords(each * 60, i18n.language) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...when, withinMinutes: Number(currentTarget.value) })
        }
      />
    </div>
  );
};

const SilenceFields = ({ when, onChange }: Props<Silence>) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const timeOptions = (allowed: readonly number[], chosen: number) =>
    withChosen(allowed, chosen).map((each) => ({
      value: String(each),
      label: timeOfDay(each, i18n.language),
    }));
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          type="number"
          label={t('form.count')}
          min={1}
          max={mostFollowUpWait}
          value={when.count}
          onChange={({ currentTarget: { value } }) => {
            const count = Math.min(mostFollowUpWait, Math.max(1, Math.round(Number(value))));
            onChange({ ...when, count });
          }}
        />
        <Select
          label={t('form.unit')}
          value={when.unit}
          data={(['hours', 'days'] as const).map((value) => ({
            value,
            label: t(`units.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...when, unit: value === 'hours' ? 'hours' : 'days' })
          }
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={t('form.from')}
          value={String(when.from)}
          data={timeOptions(
            hours.filter((each) => each < when.to),
            when.from,
          )}
          onChange={({ currentTarget }) => onChange({ ...when, from: Number(currentTarget.value) })}
        />
        <Select
          label={t('form.to')}
          value={String(when.to)}
          data={timeOptions(
            hours.filter((each) => each > when.from),
            when.to,
          )}
          onChange={({ currentTarget }) => onChange({ ...when, to: Number(currentTarget.value) })}
        />
      </div>
    </>
  );
};

export const WhenFields = ({ when, onChange }: Props<When>) => {
  const { t } = useTranslation('automaticReplies');
  return (
    <>
      <Select
        label={t('form.when')}
        value={when.kind}
        data={(['newLead', 'silence'] as const).map((value) => ({
          value,
          label: t(`when.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(defaultWhen[value === 'silence' ? 'silence' : 'newLead'])
        }
      />
      {when.kind === 'newLead' ? (
        <NewLeadFields when={when} onChange={onChange} />
      ) : (
        <SilenceFields when={when} onChange={onChange} />
      )}
    </>
  );
};
