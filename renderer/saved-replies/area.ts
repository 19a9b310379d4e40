/** Stored texts for replies. */
import { IconMessageBolt } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { loadLazily } from '../ui/lazily.tsx';

export const savedReplies: Area = {
  screens: {
    savedReplies: loadLazily(() => import('./saved-replies-page.tsx'), 'SavedRepliesPage'),
  },
  page: { screen: 'savedReplies', section: 'tools', icon: IconMessageBolt, key: 'g m' },
};
