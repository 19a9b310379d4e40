/** Saves the report with its filters as CSV or JSON tables. */
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { ReportFilters } from './use-report.ts';
import { showMenu } from '../platform/accelerator.ts';
import { usePlatform } from '../platform/stores.ts';
import type { Formatters } from './formatters.ts';
import { buildTables, toTextCell, type Table } from './tables.ts';

type Props = {
  readonly report: InsightsReport;
  readonly filters: ReportFilters;
  readonly formatters: Formatters;
};

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

const buildFilterTable = ({ report, filters, formatters: { t } }: Props): Table => {
  const business = report.choices.businesses.find(({ key }) => key === filters.business);
  return {
    title: t('title'),
    columns: [t('save.about'), t('save.value')],
    rows: [
      [toTextCell(t('filters.from')), toTextCell(report.from)],
      [toTextCell(t('filters.to')), toTextCell(report.to)],
      [toTextCell(t('save.timeZone')), toTextCell(report.timeZone)],
      [toTextCell(t('filters.business')), toTextCell(business?.name ?? t('filters.everyBusiness'))],
      [
        toTextCell(t('filters.category')),
        toTextCell(filters.category ?? t('filters.everyCategory')),
      ],
      [toTextCell(t('save.units')), toTextCell(t('save.minutes'))],
    ],
  };
};

export const SaveReport = (props: Props) => {
  const { report, formatters } = props;
  const { bridge, toasts } = usePlatform();
  const button = useRef<HTMLButtonElement>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (format: Format): Promise<void> => {
    setIsSaving(true);
    const { people, ...others } = buildTables(report, formatters);
    const peopleTable = people.rows.length === 0 ? [] : [people];
    const tables = [buildFilterTable(props), ...Object.values(others), ...peopleTable].map(
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
    const entries = formats.map((format) => ({
      label: formatters.t(`save.${format}`),
      run: () => save(format),
    }));
    await showMenu(bridge, [entries], { x: left, y: bottom });
  };
  return (
    <Button
      ref={button}
      aria-haspopup="menu"
      disabled={isSaving}
      rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      onClick={() => void chooseFormat()}
    >
      {formatters.t('save.label')}
    </Button>
  );
};
