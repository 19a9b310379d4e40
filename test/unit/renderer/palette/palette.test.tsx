// @vitest-environment happy-dom
/** The palette searches leads while typing: late answers are dropped, and Enter waits for the result. */
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../contract/errors.ts';
import type { CommandOutput } from '../../../../contract/commands.ts';
import { CommandDialogs } from '../../../../renderer/app/command-dialogs.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { press, type } from '../support/keyboard.ts';
import { countsOf, fakeBridge, listOf, no, noon, ok, row } from '../support/samples.ts';
import { startListening, showIn, words } from '../support/window.tsx';

await words.loadNamespaces('actions');
afterEach(() => localStorage.clear());

type Listed = Answer<CommandOutput<'leads.list'>>;
const leadsNamed = (...names: readonly string[]): Listed =>
  ok(listOf(names.map((customerName) => row({ leadID: customerName, customerName }))));

/** A window with the palette; the test ends each typing pause and provides each answer. */
const openPalette = async () => {
  const asked = new Map<string, (answer: Listed) => void>();
  const pauses: (() => void)[] = [];
  const bridge = fakeBridge({
    'leads.list': ({ query }) => new Promise((done) => asked.set(query ?? '', done)),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
    'savedReplies.list': () => ok({ replies: [] }),
  });
  const stores = createStores(
    bridge,
    () => noon,
    (_, then) => {
      pauses.push(then);
      return () => void pauses.splice(pauses.indexOf(then), 1);
    },
  );
  stores.session.getState().go('inbox');
  const end = startListening(stores);
  showIn(stores, <CommandDialogs />);
  act(() => void press('k', { ctrlKey: true }));
  await screen.findByRole('combobox');
  const enter = (text: string): void => act(() => type(text));
  const pass = (): void => act(() => pauses.splice(0).forEach((then) => then()));
  const answer = (query: string, found: Listed): Promise<void> =>
    act(async () => asked.get(query)?.(found));
  const shown = (): readonly string[] =>
    screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const close = (): void => {
    end();
    cleanup();
  };
  return { stores, close, asked, enter, pass, answer, shown };
};

describe('the palette', () => {
  it('searches leads after a pause and ignores late answers', async () => {
    const { asked, enter, pass, answer, shown } = await openPalette();
    enter('qu');
    enter('i');
    pass();
    enter('nn');
    pass();
    expect([...asked.keys()]).toEqual(['qui', 'quinn']);
    await answer('quinn', leadsNamed('Quinn Ames'));
    await answer('qui', leadsNamed('Quincy Bell'));
    expect(shown().join()).toContain('Quinn Ames');
    expect(shown().join()).not.toContain('Quincy Bell');
  });

  it('runs Enter when the result arrives, unless the text changed', async () => {
    const { stores, enter, pass, answer } = await openPalette();
    enter('quinn');
    act(() => void press('Enter'));
    expect(stores.openDialog.getState().shown).toBe('palette');
    enter('x');
    pass();
    await answer('quinnx', leadsNamed('Quinnx'));
    expect(stores.leads.getState().selected).toBeNull();
    act(() => void press('Enter'));
    expect(stores.leads.getState().selected).toBe('Quinnx');
    expect(stores.openDialog.getState().shown).toBeNull();
  });

  it('says that leads could not be searched, and searches again when asked', async () => {
    const { enter, pass, answer, shown } = await openPalette();
    enter('settings');
    pass();
    await answer('settings', no('engine_unavailable'));
    expect(shown()[0]).toContain('Settings');
    expect(screen.getByText("Couldn't search leads.")).toBeTruthy();
    enter(' quinn');
    pass();
    await answer('settings quinn', no('engine_unavailable'));
    expect(screen.queryByText('Nothing found')).toBeNull();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(screen.queryByText("Couldn't search leads.")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    pass();
    await answer('settings quinn', leadsNamed('Quinn Ames'));
    expect(shown().join()).toContain('Quinn Ames');
  });

  it('Enter searches again after a failure, and opens the lead that is found', async () => {
    const { stores, enter, pass, answer } = await openPalette();
    enter('quinn');
    pass();
    await answer('quinn', no('timeout'));
    act(() => void press('Enter'));
    pass();
    await answer('quinn', leadsNamed('Quinn Ames'));
    expect(stores.leads.getState().selected).toBe('Quinn Ames');
  });

  it('does not act on a lead other than the one it was opened for', async () => {
    const { stores, enter } = await openPalette();
    act(() => stores.leads.setState({ selected: 'l1' as never }));
    enter('tags');
    const [option] = screen.getAllByRole('option');
    expect(option?.textContent).toContain('Add or remove tags');
    // Not rendered yet: the click is meant for the lead still shown.
    stores.leads.setState({ selected: 'l2' as never });
    act(() => option?.click());
    expect(stores.tagPicker.getState().open).toBeNull();
  });

  it('lists recently chosen actions first', async () => {
    const first = await openPalette();
    first.enter('settings');
    act(() => void press('Enter'));
    expect(first.stores.session.getState().screen).toBe('settings');
    first.close();
    const second = await openPalette();
    expect(second.shown()[0]).toContain('Settings');
  });
});
