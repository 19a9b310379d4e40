/** The team of this computer: joining it, its people and their computers, leaving it. */
import { IconUsers } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const team: Area = {
  screens: {
    team: loadLazily(() => import('./team-page.tsx'), 'TeamPage'),
    join: loadLazily(() => import('./join-page.tsx'), 'JoinPage'),
  },
  page: { screen: 'team', section: 'foot', icon: IconUsers, key: 'g h' },
};
