/** Filters of Insights: period, business and category. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InsightsReport, Period } from '../../contract/commands/insights.ts';
import { maxReportDays } from '../../contract/limits.ts';
import type { ReportFilters } from './use-report.ts';
import { toCalendarDay, parseFieldTime } from '../platform/format.ts';
import { OptionSelect } from '../ui/option-select.tsx';
import { Select } from '../ui/select.tsx';
import styles from './insights.module.css';

type Props = {
  readonly filters: ReportFilters;
  readonly choices: InsightsReport['choices'] | undefined;
  readonly onChoose: (filters: ReportFilters) => void;
};

const periods = ['7', '30', '90', 'year', 'own'] as const;
const dayMs = 86_400_000;

/** False for an empty field, which sorts before every date. */
const isValidPeriod = (from: string, to: string): boolean =>
  from >= '2000-01-01' &&
  from <= to &&
  to <= '2199-12-31' &&
  Date.parse(to) - Date.parse(from) <= maxReportDays * dayMs;

type Days = Exclude<Period, string>;
type DaysProps = { readonly period: Days; readonly onChoose: (period: Days) => void };

const OwnDays = ({ period, onChoose }: DaysProps) => {
  const { t } = useTranslation('insights');
  const [typed, setTyped] = useState(period);
  const isInvalid = !isValidPeriod(typed.from, typed.to);
  const change = (changed: Days): void => {
    setTyped(changed);
    if (isValidPeriod(changed.from, changed.to)) onChoose(changed);
  };
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`filters.${end}`)}
          value={typed[end]}
          {...(end === 'from' ? { max: typed.to } : { min: typed.from })}
          error={isInvalid}
          onChange={(event) => change({ ...typed, [end]: event.currentTarget.value })}
        />
      ))}
      {isInvalid && (
        <p role="alert" className={styles.wrong}>
          {t('filters.wrong')}
        </p>
      )}
    </>
  );
};

export const Filters = ({ filters, choices, onChoose }: Props) => {
  const { t } = useTranslation('insights');
  const { period, business, category } = filters;
  const isOwn = typeof period === 'object';
  const choose = (change: {
    readonly [K in keyof ReportFilters]?: ReportFilters[K] | undefined;
  }): void => {
    const next = { ...filters, ...change };
    onChoose({
      period: next.period,
      ...(next.business !== undefined && { business: next.business }),
      ...(next.category !== undefined && { category: next.category }),
    });
  };
  const choosePeriod = (name: (typeof periods)[number]): void => {
    if (name !== 'own') return choose({ period: name });
    const to = toCalendarDay(Date.now());
    // Days on which the clocks change are not 24 hours long.
    const noon = parseFieldTime(`${to}T12:00`);
    choose({ period: { from: toCalendarDay(noon - 29 * dayMs), to } });
  };
  // The prefix distinguishes a nameless category from no filter.
  const categories = (choices?.categories ?? []).map((name) => ({
    value: `=${name}`,
    label: name === '' ? t('noCategory') : name,
  }));
  const businesses = (choices?.businesses ?? []).map(({ key, name }) => ({
    value: key,
    label: name === '' ? t('noBusiness') : name,
  }));
  return (
    <div className={styles.filters} role="group" aria-label={t('filters.label')}>
      <OptionSelect
        label={t('filters.period')}
        value={isOwn ? 'own' : period}
        options={periods}
        getLabel={(name) => t(`filters.periods.${name}`)}
        onChoose={choosePeriod}
      />
      {isOwn && <OwnDays period={period} onChoose={(own) => choose({ period: own })} />}
      {(businesses.length > 1 || business !== undefined) && (
        <Select
          label={t('filters.business')}
          value={business ?? ''}
          data={[{ value: '', label: t('filters.everyBusiness') }, ...businesses]}
          onChange={(event) => choose({ business: event.currentTarget.value || undefined })}
        />
      )}
      {(categories.length > 1 || category !== undefined) && (
        <Select
          label={t('filters.category')}
          value={category === undefined ? '' : `=${category}`}
          data={[{ value: '', label: t('filters.everyCategory') }, ...categories]}
          onChange={({ currentTarget: { value } }) =>
            choose({ category: value === '' ? undefined : value.slice(1) })
          }
        />
      )}
    </div>
  );
};
