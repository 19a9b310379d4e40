/** Rules of automatic replies, and pausing all of them. */
import { IconMessageForward } from '@tabler/icons-react';
import { mayManage } from '../leads/team.ts';
import type { Area } from '../platform/area.ts';
import { buildQuery } from '../platform/queries.ts';
import type { PlatformStores } from '../platform/stores.ts';

const getCachedRules = ({ queries }: PlatformStores) =>
  queries.client.getQueryData(buildQuery('automaticReplies.list', {}).queryKey);
const isPaused = (stores: PlatformStores): boolean => getCachedRules(stores)?.isPaused === true;
/** A pause can be ended while every rule is off. */
const canPause = (stores: PlatformStores): boolean =>
  mayManage(stores) &&
  (isPaused(stores) || getCachedRules(stores)?.rules.some(({ isOn }) => isOn) === true);

export const automaticReplies: Area = {
  page: {
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
      isThere: canPause,
      isEnabled: canPause,
      run: (stores) => void stores.act('automaticReplies.pause', { isPaused: !isPaused(stores) }),
    },
  ],
};
