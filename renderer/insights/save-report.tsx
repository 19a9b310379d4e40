/** Saves the report with its filters as CSV or JSON tables. */
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { ReportFilters } from './insights.ts';
import { usePlatform } from '../platform/stores.ts';
import type { FigureWords } from './figure-words.ts';
import { tablesOf, type Table } from './tables.ts';

type Props = {
  readonly report: InsightsReport;
  readonly filters: ReportFilters;
  readonly words: FigureWords;
};

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

/** Returns a table of the report's filters. */
const filterTable = ({ report, filters, words: { t } }: Props): Table => {
  const cell = (text: string) => ({ text, value: text });
  const business = report.choices.businesses.find(({ key }) => key === filters.business);
  return {
    title: t('title'),
    columns: [t('save.about'), t('save.value')],
    rows: [
      [cell(t('filters.from')), cell(report.from)],
      [cell(t('filters.to')), cell(report.to)],
      [cell(t('save.timeZone')), cell(report.timeZone)],
      [cell(t('filters.business')), cell(business?.name ?? t('filters.everyBusiness'))],
      [cell(t('filters.category')), cell(filters.category ?? t('filters.everyCategory'))],
      [cell(t('save.units')), cell(t('save.minutes'))],
    ],
  };
};

export const SaveReport = (props: Props) => {
  const { report, words } = props;
  const { bridge, toasts } = usePlatform();
  const button = useRef<HTMLButtonElement>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (format: Format): Promise<void> => {
    setIsSaving(true);
    const { people, ...others } = tablesOf(report, words);
    const peopleTable = people.rows.length === 0 ? [] : [people];
    const tables = [filterTable(props), ...Object.values(others), ...peopleTable].map(
      ({ title, columns, rows }) => ({
        title,
        columns: [...columns],
        rows: rows.map((cells) => cells.map(({ value }) => value)),
      }),
    );
    const file = await bridge.invoke('insights.write', { format, tables });
    const answer = file.ok
      ? await bridge.invoke('insights.save', {
          format,
          from: report.from,
          to: report.to,
          text: file.value.text,
        })
      : file;
    if (!answer.ok) toasts.getState().show({ kind: 'failed', code: answer.error.code });
    setIsSaving(false);
  };
  const chooseFormat = async (): Promise<void> => {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    const answer = await bridge.invoke('shell.showMenu', {
      items: formats.map((format) => words.t(`save.${format}`)),
      at: { x: left, y: bottom },
    });
    const format = answer.ok ? formats[answer.value.chosen ?? -1] : undefined;
    if (format !== undefined) await save(format);
  };
  return (
    <Button
      ref={button}
      variant="default"
      aria-haspopup="menu"
      disabled={isSaving}
      rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      onClick={() => void chooseFormat()}
    >
      {words.t('save.label')}
    </Button>
  );
};
