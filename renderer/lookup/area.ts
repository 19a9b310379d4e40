/** Looks up records at the marketplace. */
import { IconListSearch } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const lookup: Area = {
  screens: { lookup: loadLazily(() => import('./lookup-page.tsx'), 'LookupPage') },
  page: { screen: 'lookup', section: 'advanced', icon: IconListSearch, key: 'g l' },
};
