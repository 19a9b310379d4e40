// @vitest-environment happy-dom
/** The window sends the items of the native menu and runs chosen ones. */
import { afterEach, expect, it } from 'vitest';
import { parseCall } from '../../../../contract/commands.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { buildQuery } from '../../../../renderer/platform/queries.ts';
import { followMenu } from '../../../../renderer/app/native-menu.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';

let end = (): void => {};
afterEach(() => {
  end();
  document.body.replaceChildren();
});

type MenuState = {
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly isEnabled: boolean;
  }[];
};

const follow = async () => {
  let pauses: (() => void)[] = [];
  const bridge = fakeBridge({ 'shell.setMenu': () => ok({}) });
  const stores = createStores(
    bridge,
    () => noon,
    (_, then) => {
      pauses.push(then);
      return () => void (pauses = pauses.filter((each) => each !== then));
    },
  );
  stores.session.getState().go('inbox');
  const words = await createI18n('en');
  await words.loadNamespaces('actions');
  end = followMenu(stores, words);
  const menus = () => bridge.inputsOf('shell.setMenu') as readonly MenuState[];
  /** Ends the pause after a change, so that the menu is sent. */
  const settle = async (): Promise<void> => {
    for (const then of pauses.splice(0)) then();
    await new Promise((done) => setImmediate(done));
  };
  return { bridge, stores, menus, settle };
};

it('the native menu is sent after a pause, with enabled actions, and only when it changed', async () => {
  const { stores, menus, settle } = await follow();
  await settle();
  expect(parseCall('shell.setMenu', menus()[0])).toMatchObject({ ok: true });
  const isEnabled = (id: string) =>
    menus()
      .at(-1)
      ?.items.find((item) => item.id === id)?.isEnabled;
  expect(isEnabled('reply')).toBe(false);

  stores.session.setState({ isOnline: false });
  await settle();
  expect(menus()).toHaveLength(1);

  stores.leads.setState({ selected: 'l1' as never });
  stores.leads.setState({ selected: 'l2' as never });
  await settle();
  expect(menus()).toHaveLength(2);
  expect(isEnabled('reply')).toBe(true);
});

it('a chosen menu item runs, except behind a dialog or when it is unavailable', async () => {
  const { bridge, stores } = await follow();
  const choose = (id: string): string => {
    bridge.emit('menuChosen', { id });
    return `${stores.session.getState().screen}`;
  };
  expect(choose('page.reviews')).toBe('reviews');
  expect(choose('tag')).toBe('reviews');
  expect(stores.tagPicker.getState().open).toBeNull();
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  expect(choose('page.settings')).toBe('reviews');
  expect(choose('no.such.action')).toBe('reviews');
});

it('the native menu follows automatic replies that are switched on and paused', async () => {
  const { stores, menus, settle } = await follow();
  await settle();
  const query = buildQuery('automaticReplies.list', {}).queryKey;
  const show = async (isPaused: boolean): Promise<string | undefined> => {
    stores.queries.client.setQueryData(query, {
      rules: [{ isOn: true } as never],
      isPaused,
      sentToday: 0,
    });
    await settle();
    return menus()
      .at(-1)
      ?.items.find(({ id }) => id === 'pauseAutomatic')?.label;
  };
  expect(await show(false)).toBe('Pause automatic replies');
  expect(await show(true)).toBe('Resume automatic replies');
});
