// @vitest-environment happy-dom

/** The filters of Insights: the first days of one's own period, and those of a saved report. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import type { Figures, InsightsReport } from '../../../../contract/commands/insights.ts';
import { Filters } from '../../../../renderer/insights/filters.tsx';
import { InsightsPage } from '../../../../renderer/insights/insights-page.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('insights');

it('custom dates begin as the last thirty days, even after a clock change', () => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 20, 0, 30) });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  const onChoose = vi.fn();
  showIn(
    createStores(fakeBridge({}), Date.now),
    <Filters filters={{ period: '30' }} choices={undefined} onChoose={onChoose} />,
  );
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'own' } });
  expect(onChoose).toHaveBeenCalledWith({ period: { from: '2026-02-19', to: '2026-03-20' } });
});

it.each(['1999-12-31', '2200-01-01'])('a period with %s is called wrong', (day) => {
  const period = { from: day, to: day };
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Filters filters={{ period }} choices={undefined} onChoose={() => undefined} />,
  );
  expect(screen.getByRole('alert').textContent).toBe(words.t('insights:filters.wrong'));
});

const figures: Figures = {
  ...{ leads: 3, answered: 0, medianMs: null, p90Ms: null },
  ...{ businessMedianMs: null, businessP90Ms: null, due: 0, inTime: 0, won: 0 },
};
const report: InsightsReport = {
  ...{ from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC', total: figures, before: null },
  ...{ unit: 'day', trend: [], categories: [], businesses: [], people: [], spend: [] },
  hours: Array.from({ length: 24 }, () => figures),
  weekdays: Array.from({ length: 7 }, () => figures),
  outcomes: {
    ...{ pending: 3, quoted: 0, hired: 0, done: 0, notHired: 0 },
    reasons: {
      ...{ someone_else: 0, too_expensive: 0, not_a_fit: 0 },
      ...{ no_response: 0, other: 0, unsaid: 0 },
    },
  },
  automatic: { leads: 0, answered: 0, medianMs: null },
  notes: { unread: 0, gone: 0, unreadPrices: 0, practice: false },
  choices: { categories: ['Drains', 'Plumbing'], businesses: [] },
};

it('a report that is saved while another one loads names its own filters', async () => {
  const bridge = fakeBridge({
    'insights.report': ({ category }) =>
      category === undefined ? ok(report) : new Promise(() => undefined),
    'shell.showMenu': () => ok({ chosen: 0 }),
    'insights.write': () => ok({ text: '' }),
    'insights.save': () => ok({ saved: true }),
  });
  showIn(
    createStores(bridge, () => noon),
    <InsightsPage />,
  );
  const category = await screen.findByLabelText('Category');
  fireEvent.change(category, { target: { value: '=Plumbing' } });
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await expect.poll(() => bridge.inputsOf('insights.write')).toHaveLength(1);
  const [input] = bridge.inputsOf('insights.write') as [{ tables: { rows: unknown[][] }[] }];
  expect(input.tables[0]?.rows).toContainEqual(['Category', 'All categories']);
});
