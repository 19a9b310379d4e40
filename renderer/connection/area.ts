/** Accounts: the first steps, connecting, and each account's state. */
import { IconPlugConnected } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { lazily } from '../ui/lazily.tsx';

export const connection: Area = {
  screens: {
    welcome: lazily(() => import('./welcome.tsx'), 'Welcome'),
    connect: lazily(() => import('./connect.tsx'), 'Connect'),
    connection: lazily(() => import('./connection-page.tsx'), 'ConnectionPage'),
  },
  page: { screen: 'connection', section: 'foot', icon: IconPlugConnected, key: 'g c' },
};
