/** Test leads of a staging service. The page also shows them as the thread does (app/pages/staging.tsx). */
import { IconFlask } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';

export const staging: Area = {
  page: { screen: 'staging', section: 'advanced', icon: IconFlask, key: 'g t' },
};
