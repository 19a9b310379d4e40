// @vitest-environment happy-dom

/** The first days of one's own period of Insights. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Filters } from '../../../../renderer/insights/filters.tsx';
import { fakeBridge } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('insights');

it('One’s own days are at first the last thirty, also after the clocks have changed', () => {
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
