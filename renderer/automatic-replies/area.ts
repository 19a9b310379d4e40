/** Rules of automatic replies, and pausing all of them. */
import { IconMessageForward } from '@tabler/icons-react';
import type { Area } from '../platform/area.ts';
import { queryFor } from '../platform/queries.ts';
import type { PlatformStores } from '../platform/stores.ts';

const rulesNow = ({ queries }: PlatformStores) =>
  queries.client.getQueryData(queryFor('automaticReplies.list', {}).queryKey);
const isAnyOn = (stores: PlatformStores): boolean =>
  rulesNow(stores)?.rules.some(({ isOn }) => isOn) === true;
const isPaused = (stores: PlatformStores): boolean => rulesNow(stores)?.isPaused === true;

export const automaticReplies: Area = {
  place: {
    screen: 'automaticReplies',
    section: 'tools',
    icon: IconMessageForward,
    key: 'g f',
  },
  actions: [
    {
      id: 'pauseAutomatic',
      group: 'app',
      where: 'everywhere',
      keys: ['Shift+p'],
      title: (t, stores) =>
        t(isPaused(stores) ? 'actions:titles.resumeAutomatic' : 'actions:titles.pauseAutomatic'),
      isThere: isAnyOn,
      isEnabled: isAnyOn,
      run: (stores) => void stores.act('automaticReplies.pause', { isPaused: !isPaused(stores) }),
    },
  ],
};
