// @vitest-environment happy-dom
/** What the window tells the native menu, and what it does when something is chosen there. */
import { afterEach, expect, it } from 'vitest';
import { readCall } from '../../../../contract/commands.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { followMenu } from '../../../../renderer/app/native-menu.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';

let end = (): void => {};
afterEach(() => {
  end();
  document.body.replaceChildren();
});

type Told = { readonly items: readonly { readonly id: string; readonly isEnabled: boolean }[] };

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
  const told = () => bridge.inputsOf('shell.setMenu') as readonly Told[];
  /** Things are still: what is to be told is told. */
  const settle = async (): Promise<void> => {
    for (const then of pauses.splice(0)) then();
    await new Promise((done) => setImmediate(done));
  };
  return { bridge, stores, told, settle };
};

it('the native menu is told what can be done, once things are still, and not twice', async () => {
  const { stores, told, settle } = await follow();
  await settle();
  expect(readCall('shell.setMenu', told()[0])).toMatchObject({ ok: true });
  const isEnabled = (id: string) =>
    told()
      .at(-1)
      ?.items.find((item) => item.id === id)?.isEnabled;
  expect(isEnabled('reply')).toBe(false);

  stores.session.setState({ isOnline: false });
  await settle();
  expect(told()).toHaveLength(1);

  stores.leads.setState({ selected: 'l1' as never });
  stores.leads.setState({ selected: 'l2' as never });
  await settle();
  expect(told()).toHaveLength(2);
  expect(isEnabled('reply')).toBe(true);
});

it('what is chosen in the native menu is done, except under a dialog and where it cannot be', async () => {
  const { bridge, stores } = await follow();
  const choose = (id: string): string => {
    bridge.tell('menuChosen', { id });
    return `${stores.session.getState().screen}`;
  };
  expect(choose('page.reviews')).toBe('reviews');
  expect(choose('tag')).toBe('reviews');
  expect(stores.tagging.getState().open).toBeNull();
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  expect(choose('page.settings')).toBe('reviews');
  expect(choose('no.such.action')).toBe('reviews');
});
