/** Accounts: the first steps, connecting, and each account's state. */
import { IconPlugConnected } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const connection: Area = {
  screens: {
    welcome: loadLazily(() => import('./welcome.tsx'), 'Welcome'),
    connect: loadLazily(() => import('./connect.tsx'), 'Connect'),
    connection: loadLazily(() => import('./connection-page.tsx'), 'ConnectionPage'),
  },
  page: { screen: 'connection', section: 'foot', icon: IconPlugConnected, key: 'g c' },
};
