/** Figures about replies and jobs. */
import { IconChartBar } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const insights: Area = {
  screens: { insights: loadLazily(() => import('./insights-page.tsx'), 'InsightsPage') },
  page: { screen: 'insights', section: 'tools', icon: IconChartBar, key: 'g n' },
};
