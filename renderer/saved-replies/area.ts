/** Stored texts for replies. */
import { IconMessageBolt } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { lazily } from '../ui/lazily.tsx';

export const savedReplies: Area = {
  screens: { savedReplies: lazily(() => import('./saved-replies-page.tsx'), 'SavedRepliesPage') },
  page: { screen: 'savedReplies', section: 'tools', icon: IconMessageBolt, key: 'g m' },
};
