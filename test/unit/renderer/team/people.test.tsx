// @vitest-environment happy-dom
/** A person with two computers is away while one of them is; each switch is its computer's. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Member } from '../../../../renderer/leads/team.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { PeopleList } from '../../../../renderer/team/people.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

it('the switch says whether this computer is away, not another one of the person', async () => {
  const [here, there] = ['A', 'B'].map((letter) => `U${letter.repeat(55)}`) as [string, string];
  const own = { person: 'ana', version: '1.0.0', behind: 0, isKeeper: false, at: noon };
  const calls: unknown[] = [];
  const bridge = fakeBridge({
    'team.attendance': () =>
      ok({
        desktops: [
          { ...own, desktop: here, duty: 'on' },
          { ...own, desktop: there, duty: 'away' },
        ],
      }),
    'team.today': () => ok({ people: [] }),
    'team.names': () => ok({ names: [{ person: 'ana', name: 'Ana', isGone: false }] }),
    'team.setAway': (input) => {
      calls.push(input);
      return ok({});
    },
  });
  const self: Member = {
    state: 'member',
    role: 'owner',
    address: 'https://hub.test',
    team: 't',
    person: 'ana',
    desktop: here,
    reachedAt: noon,
    isHidden: false,
    fault: null,
    log: null,
  };
  const people = {
    members: [{ person: 'ana', role: 'owner' as const }],
    desktops: [here, there].map((desktop) => ({ desktop, person: 'ana', since: noon })),
    ...{ recoveryCode: null, invitations: [] },
  };
  showIn(
    createStores(bridge, () => noon),
    <PeopleList self={self} people={people} onAdd={() => {}} />,
  );
  const away = await screen.findByRole('switch', { name: 'Away' });
  await expect
    .poll(() => document.querySelector('[data-duty]')?.getAttribute('data-duty'))
    .toBe('away');
  expect((away as HTMLInputElement).checked).toBe(false);
  fireEvent.click(away);
  await expect.poll(() => calls).toEqual([{ isAway: true }]);
});
