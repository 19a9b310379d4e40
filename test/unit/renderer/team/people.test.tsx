// @vitest-environment happy-dom
/** The people of the team and its hub: who is away, changes, and the removal of computers. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAnswer } from '../../../../renderer/platform/use-answer.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { HubStatus } from '../../../../renderer/team/hub-status.tsx';
import { PeopleList } from '../../../../renderer/team/people.tsx';
import { fakeBridge, membership, no, noon, ok } from '../support/samples.ts';
import { showIn, startListening, words } from '../support/window.tsx';

await words.loadNamespaces(['team']);

const here = membership.desktop;
const there = `U${'B'.repeat(55)}`;

it('the switch says whether this computer is away, not another one of the person', async () => {
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
  const people = {
    members: [{ person: 'ana', role: 'owner' as const }],
    desktops: [here, there].map((desktop) => ({
      desktop,
      person: 'ana',
      since: noon,
      isConfirmed: true,
    })),
    ...{ recoveryCode: null, invitations: [] },
  };
  showIn(
    createStores(bridge, () => noon),
    <PeopleList self={membership} people={people} onAdd={() => {}} />,
  );
  const away = await screen.findByRole('switch', { name: 'Away' });
  await expect
    .poll(() => document.querySelector('[data-duty]')?.getAttribute('data-duty'))
    .toBe('away');
  expect((away as HTMLInputElement).checked).toBe(false);
  fireEvent.click(away);
  await expect.poll(() => calls).toEqual([{ isAway: true }]);
});

it('the team page shows a key that still has to change, and nothing of one that has changed', async () => {
  const bridge = fakeBridge({ 'team.attendance': () => ok({ desktops: [] }) });
  const show = (isKeyDue: boolean) =>
    showIn(
      createStores(bridge, () => noon),
      <HubStatus self={{ ...membership, isKeyDue }} />,
    );
  const { unmount } = show(true);
  const due = await screen.findByText(/^Has to change/);
  expect(screen.getAllByRole('definition').some((each) => each.contains(due))).toBe(true);
  unmount();
  show(false);
  await screen.findByText('https://hub.test');
  expect(screen.queryByText(/Has to change/)).toBeNull();
});

it('the team page does not call the log connected while the engine is stopped', async () => {
  const bridge = fakeBridge({ 'team.attendance': () => ok({ desktops: [] }) });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  showIn(stores, <HubStatus self={{ ...membership, log: { name: 'up' } }} />);
  await screen.findByText('Connected');
  const error = { code: 'engine_unavailable', message: '' } as const;
  act(() => bridge.emit('engine', { state: 'stopped', error }));
  await screen.findByText(/^Can't be reached/);
  expect(screen.queryByText('Connected')).toBeNull();
});

it('an owner sees what to do about a computer that nobody confirmed', async () => {
  const bridge = fakeBridge({
    'team.names': () => ok({ names: [{ person: 'ben', name: 'Ben', isGone: false }] }),
    'team.attendance': () => ok({ desktops: [] }),
    'team.today': () => ok({ people: [] }),
  });
  const people = {
    members: [{ person: 'ben', role: 'member' as const }],
    desktops: [here, there].map((desktop) => ({
      ...{ desktop, person: 'ben', since: noon, isConfirmed: desktop === here },
    })),
    ...{ recoveryCode: null, invitations: [] },
  };
  showIn(
    createStores(bridge, () => noon),
    <PeopleList self={membership} people={people} onAdd={() => {}} />,
  );
  const alert = await screen.findByRole('alert');
  await expect
    .poll(() => alert.textContent)
    .toMatch(/gets no key. Remove it. If someone on the team/);
  expect(alert.closest('li')?.dataset['desktop']).toBe(there);
});

it('the dialog of a last computer stays open until the person’s leads were released', async () => {
  const all = [
    { desktop: here, person: 'ana', since: noon, isConfirmed: true },
    { desktop: there, person: 'ben', since: noon, isConfirmed: true },
  ];
  let desktops = all;
  let isReady = false;
  const bridge = fakeBridge({
    'team.people': () =>
      ok({
        members: [
          { person: 'ana', role: 'owner' },
          { person: 'ben', role: 'member' },
        ],
        ...{ desktops, recoveryCode: null, invitations: [] },
      }),
    'team.attendance': () => ok({ desktops: [] }),
    'team.today': () => ok({ people: [] }),
    'team.names': () => ok({ names: [{ person: 'ben', name: 'Ben', isGone: false }] }),
    'team.removeDesktop': () => {
      desktops = all.slice(0, 1);
      return ok({});
    },
    'team.retire': () => (isReady ? ok({ released: 1 }) : no('engine_unavailable')),
  });
  const Shown = () => {
    const people = useAnswer('team.people', {}).value;
    return people && <PeopleList self={membership} people={people} onAdd={() => {}} />;
  };
  showIn(
    createStores(bridge, () => noon),
    <Shown />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Computer 1 of Ben' }));
  const remove = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  remove();
  await screen.findByRole('alert');
  expect(screen.queryByText(/go back to Unassigned/)).toBeTruthy();
  isReady = true;
  remove();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(bridge.inputsOf('team.retire')).toEqual([{ person: 'ben' }, { person: 'ben' }]);
});

it('one change of a person runs at a time', async () => {
  const own = { person: 'ana', version: '1.0.0', behind: 0, isKeeper: false, at: noon };
  let duty: 'on' | 'away' = 'on';
  const answers: (() => void)[] = [];
  const bridge = fakeBridge({
    'team.attendance': () => ok({ desktops: [{ ...own, desktop: here, duty }] }),
    'team.today': () => ok({ people: [] }),
    'team.names': () => ok({ names: [{ person: 'ana', name: 'Ana', isGone: false }] }),
    'team.setAway': async ({ isAway }) => {
      duty = isAway ? 'away' : 'on';
      await new Promise<void>((resolve) => answers.push(resolve));
      return ok({});
    },
    'team.changeRole': () => ok({}),
  });
  const stores = createStores(bridge, () => noon);
  const people = {
    members: [{ person: 'ana', role: 'owner' as const }],
    desktops: [{ desktop: here, person: 'ana', since: noon, isConfirmed: true }],
    ...{ recoveryCode: null, invitations: [] },
  };
  showIn(stores, <PeopleList self={membership} people={people} onAdd={() => {}} />);
  const away = await screen.findByRole<HTMLInputElement>('switch', { name: 'Away' });
  const role = screen.getByRole('combobox', { name: 'Role of Ana' });
  const isBusy = (control: HTMLElement) => control.getAttribute('aria-disabled') === 'true';
  fireEvent.click(away);
  // The hub announces the new duty before the command is answered.
  await act(() => stores.queries.refetch('team.attendance'));
  await expect.poll(() => away.checked).toBe(true);
  expect([away, role].map(isBusy)).toEqual([true, true]);
  fireEvent.click(away);
  fireEvent.change(role, { target: { value: 'member' } });
  expect(bridge.inputsOf('team.setAway')).toEqual([{ isAway: true }]);
  expect(bridge.inputsOf('team.changeRole')).toEqual([]);
  answers.shift()?.();
  await expect.poll(() => isBusy(away)).toBe(false);
  fireEvent.click(away);
  expect(bridge.inputsOf('team.setAway')).toEqual([{ isAway: true }, { isAway: false }]);
  answers.shift()?.();
});
