/** Customers' reviews of the businesses. */
import { IconMessageStar } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const reviews: Area = {
  screens: { reviews: loadLazily(() => import('./reviews-page.tsx'), 'ReviewsPage') },
  page: { screen: 'reviews', section: 'tools', icon: IconMessageStar, key: 'g r' },
};
