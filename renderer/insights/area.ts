/** Figures about replies and jobs. */
import { IconChartBar } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { lazily } from '../ui/lazily.tsx';

export const insights: Area = {
  screens: { insights: lazily(() => import('./insights-page.tsx'), 'InsightsPage') },
  page: { screen: 'insights', section: 'tools', icon: IconChartBar, key: 'g n' },
};
