/** Insights: response times, costs and outcomes of leads. */
import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReport, type ReportFilters } from './use-report.ts';
import { usePlatform } from '../platform/stores.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { useLate } from '../ui/late.ts';
import { Page } from '../ui/page.tsx';
import { Charts } from './charts.tsx';
import { HowCounted, Notes } from './notes.tsx';
import { useFormatters } from './formatters.ts';
import { Filters } from './filters.tsx';
import { MainFigures, Verdict } from './headline.tsx';
import { SaveReport } from './save-report.tsx';
import styles from './insights.module.css';

const Loading = () => {
  const { t } = useTranslation('insights');
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={296} radius={10} animate={false} />
      <div className={styles.headline}>
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} height={96} radius={10} animate={false} />
        ))}
      </div>
      <div className={styles.charts}>
        {[0, 1, 2, 3].map((chart) => (
          <Skeleton key={chart} height={248} radius={10} animate={false} />
        ))}
      </div>
    </div>
  );
};

export const InsightsPage = () => {
  const formatters = useFormatters();
  const { t } = formatters;
  const { queries } = usePlatform();
  const [filters, setFilters] = useState<ReportFilters>({ period: '30' });
  const { report, shown, error } = useReport(filters);
  const isLate = useLate(report === undefined && error === null);
  return (
    <Page title={t('title')} wide>
      <div className={styles.top}>
        <Filters filters={filters} choices={report?.choices} onChoose={setFilters} />
        {report !== undefined && report.total.leads > 0 && (
          <SaveReport report={report} filters={shown} formatters={formatters} />
        )}
      </div>
      <FailureBox
        error={error}
        action={{ label: t('again'), run: () => void queries.refetch('insights.report') }}
      />
      {isLate && <Loading />}
      {report?.total.leads === 0 && (
        <EmptyState icon={IconChartBar} title={t('empty.title')} text={t('empty.text')} />
      )}
      {report !== undefined && report.total.leads > 0 && (
        <>
          <Verdict report={report} period={shown.period} formatters={formatters} />
          <MainFigures total={report.total} before={report.before} formatters={formatters} />
          <Notes report={report} formatters={formatters} />
          <Charts report={report} formatters={formatters} />
        </>
      )}
      {report !== undefined && <HowCounted report={report} formatters={formatters} />}
    </Page>
  );
};
