/** Saves what is shown, with the period and what was chosen, as tables for a spreadsheet or for a program. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { Chosen } from '../state/insights.ts';
import { useStores } from '../state/stores.ts';
import type { FigureWords } from './figure-words.ts';
import { tablesOf, type Table } from './tables.ts';
import styles from './insights.module.css';

type Props = {
  readonly report: InsightsReport;
  readonly chosen: Chosen;
  readonly words: FigureWords;
};

type Format = 'csv' | 'json';

/** What the figures are of, as a table of its own. */
const aboutOf = ({ report, chosen, words: { t } }: Props): Table => {
  const said = (text: string) => ({ text, value: text });
  const business = report.choices.businesses.find(({ key }) => key === chosen.business);
  return {
    title: t('title'),
    columns: [t('save.about'), t('save.value')],
    rows: [
      [said(t('filters.from')), said(report.from)],
      [said(t('filters.to')), said(report.to)],
      [said(t('save.timeZone')), said(report.timeZone)],
      [said(t('filters.business')), said(business?.name ?? t('filters.everyBusiness'))],
      [said(t('filters.category')), said(chosen.category ?? t('filters.everyCategory'))],
      [said(t('save.units')), said(t('save.minutes'))],
    ],
  };
};

export const SaveReport = (props: Props) => {
  const { report, words } = props;
  const { bridge, toasts } = useStores();
  const [isSaving, setIsSaving] = useState(false);
  const save = async (format: Format): Promise<void> => {
    setIsSaving(true);
    const tables = [aboutOf(props), ...Object.values(tablesOf(report, words))].map(
      ({ title, columns, rows }) => ({
        title,
        columns: [...columns],
        rows: rows.map((cells) => cells.map(({ value }) => value)),
      }),
    );
    const written = await bridge.invoke('insights.write', { format, tables });
    const answer = written.ok
      ? await bridge.invoke('insights.save', {
          ...{ format, from: report.from, to: report.to },
          text: written.value.text,
        })
      : written;
    if (!answer.ok) toasts.getState().say({ what: 'failed', code: answer.error.code });
    setIsSaving(false);
  };
  return (
    <NativeSelect
      className={styles.save}
      aria-label={words.t('save.label')}
      value=""
      disabled={isSaving}
      data={[
        { value: '', label: words.t('save.label') },
        { value: 'csv', label: words.t('save.csv') },
        { value: 'json', label: words.t('save.json') },
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'csv' || value === 'json') void save(value);
      }}
    />
  );
};
