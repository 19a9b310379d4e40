/** Webhooks and their deliveries. */
import { IconWebhook } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const webhooks: Area = {
  screens: { webhooks: loadLazily(() => import('./webhooks-page.tsx'), 'WebhooksPage') },
  page: { screen: 'webhooks', section: 'advanced', icon: IconWebhook, key: 'g w' },
};
