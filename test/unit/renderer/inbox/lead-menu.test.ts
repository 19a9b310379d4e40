// @vitest-environment happy-dom
/** The context menu of a lead's row. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CommandInput } from '../../../../contract/commands.ts';
import { actions } from '../../../../renderer/app/areas.ts';
import { createStores, type Stores } from '../../../../renderer/app/stores.ts';
import { openLeadMenu } from '../../../../renderer/inbox/lead-menu.ts';
import { createRegistry } from '../../../../renderer/platform/actions.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { inboxOf } from '../support/inbox.ts';
import { fakeBridge, id, noon, ok, row } from '../support/samples.ts';
import { startListening } from '../support/window.tsx';

const words = await createI18n('en');

type Item = CommandInput<'shell.showMenu'>['items'][number];
const labelOf = (item: Item): string | null =>
  typeof item === 'string' ? item : (item?.label ?? null);

/** Opens the menu of the first lead; `choose` returns the label of the chosen entry. */
const openMenu = async (prepare: (stores: Stores) => void, choose: () => string) => {
  const labels: string[] = [];
  const bridge = fakeBridge({
    ...inboxOf(['l1', 'l2', 'l3'].map((leadID) => row({ leadID }))),
    'shell.showMenu': ({ items }) => {
      labels.push(...items.flatMap((item) => labelOf(item) ?? []));
      return ok({ chosen: items.map(labelOf).indexOf(choose()) });
    },
    'selection.report': ({ leadIDs = [] }) => ok({ leads: leadIDs.length, gone: [], facts: null }),
    'selection.mark': ({ leadIDs = [] }) =>
      ok({ marked: leadIDs.length, same: 0, notWaiting: 0, full: 0, next: null }),
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  stores.leads.getState().select(id('l2'));
  prepare(stores);
  await openLeadMenu(stores, createRegistry(actions, stores), words, row({ leadID: 'l1' }));
  return { bridge, labels, stores };
};

it('an action of the menu of selected leads does nothing to the open lead once none is selected', async () => {
  let stores: Stores | undefined;
  const selectFirst = (made: Stores): void => {
    stores = made;
    made.selecting.getState().toggle(id('l1'));
  };
  const selected = await openMenu(selectFirst, () => 'Star');
  await vi.waitFor(() => expect(selected.bridge.inputsOf('selection.mark')).toHaveLength(1));
  const left = await openMenu(selectFirst, () => {
    stores?.selecting.getState().clear();
    return 'Star';
  });
  expect(left.bridge.inputsOf('selection.mark')).toEqual([]);
  expect(left.bridge.inputsOf('leads.mark')).toEqual([]);
});

it('without a team the menus of one and of several leads assign nothing', async () => {
  const one = await openMenu(
    () => undefined,
    () => '',
  );
  const several = await openMenu(
    ({ selecting }) => selecting.getState().toggle(id('l1')),
    () => '',
  );
  expect(one.labels).toContain('Star');
  expect(several.labels).toContain('Star');
  for (const { labels } of [one, several])
    expect(labels.filter((label) => /assign|hand over|take/i.test(label))).toEqual([]);
});

it('a phone that could not be copied is reported', async () => {
  const write = vi.fn(() => Promise.reject(new DOMException('not focused', 'NotAllowedError')));
  vi.stubGlobal('navigator', { clipboard: { writeText: write } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { stores } = await openMenu(
    () => undefined,
    () => 'Copy phone number',
  );
  await vi.waitFor(() => expect(write).toHaveBeenCalledWith('+15125550100'));
  await vi.waitFor(() =>
    expect(stores.toasts.getState().last?.content).toMatchObject({ attempted: 'copy' }),
  );
});

it.each(['Open', 'Reply', 'Snooze', 'Add a note'])(
  '%s shows the lead although others are selected',
  async (label) => {
    const { stores } = await openMenu(
      ({ selecting }) => ['l2', 'l3'].forEach((leadID) => selecting.getState().toggle(id(leadID))),
      () => label,
    );
    expect(stores.leads.getState().selected).toBe('l1');
    expect(stores.selecting.getState().count).toBe(0);
  },
);
