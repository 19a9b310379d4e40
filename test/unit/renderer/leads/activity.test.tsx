// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { ActivityList } from '../../../../renderer/leads/activity.tsx';
import { fakeBridge, id, no, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

it('a team’s activity stays when earlier activity cannot be read', async () => {
  const noted = { leadID: id('l1'), customerName: '', person: 'ana', kind: 'noted', value: '' };
  const bridge = fakeBridge({
    'team.names': () => ok({ names: [] }),
    'team.activity': ({ after }) =>
      after === null
        ? ok({ activities: [{ ...noted, kind: 'noted', at: noon }], next: 'earlier' })
        : no('database_busy'),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <ActivityList of={{ leadID: id('l1') }} initialCount={5} />);
  await screen.findByRole('listitem');
  const pressMore = (): Promise<void> =>
    act(async () => (await screen.findByRole('button', { name: /more/i })).click());
  await pressMore();
  await pressMore();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
