/** Phone numbers registered at the marketplace. */
import { IconPhone } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const phoneNumbers: Area = {
  screens: {
    phoneNumbers: loadLazily(() => import('./phone-numbers-page.tsx'), 'PhoneNumbersPage'),
  },
  page: { screen: 'phoneNumbers', section: 'tools', icon: IconPhone, key: 'g p' },
};
