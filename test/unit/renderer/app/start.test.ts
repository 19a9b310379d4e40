// @vitest-environment happy-dom
/** Events during the start of the window are newer than the answer of shell.info. */
import { describe, expect, it, vi } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import { chooseScreen } from '../../../../renderer/app/start.ts';
import { listen } from '../../../../renderer/app/listen.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, id, no, noon, ok } from '../support/samples.ts';

type Info = CommandOutput<'shell.info'>;

const info = {
  version: '1.0.0',
  runtime: 'Electron',
  platform: 'linux',
  locale: 'en-US',
  start: 'inbox',
  engine: { state: 'restarting' },
  profile: null,
} as const satisfies Info;

const setUp = ({ isPlain = false } = {}) => {
  let answer: (change: Partial<Info> | null) => void = () => undefined;
  const bridge = fakeBridge({
    'shell.info': () =>
      new Promise(
        (resolve) =>
          (answer = (change) =>
            resolve(change === null ? no('engine_unavailable') : ok({ ...info, ...change }))),
      ),
  });
  const stores = createStores(bridge, () => noon);
  const end = listen(stores, window);
  const chosen = chooseScreen(stores, isPlain);
  const finish = async (change: Partial<Info> | null) => {
    answer(change);
    await chosen;
    end();
  };
  return { bridge, session: stores.session, finish };
};

describe('a starting window', () => {
  it('shows the engine’s state from before it listened', async () => {
    const { session, finish } = setUp();
    await finish({});
    expect(session.getState()).toMatchObject({ screen: 'inbox', engine: { state: 'restarting' } });
  });

  it('prefers the ready event over an older answer', async () => {
    const { bridge, session, finish } = setUp();
    bridge.emit('engine', { state: 'ready' });
    await finish({});
    expect(session.getState().engine).toEqual({ state: 'ready' });
  });

  it('shows the lead of a notification that was clicked meanwhile', async () => {
    const { bridge, session, finish } = setUp();
    bridge.emit('openLead', { leadID: id('l1') });
    await finish({ start: 'welcome' });
    expect(session.getState().screen).toBe('inbox');
  });

  it('opens a first lead, except after crashes', async () => {
    const usual = setUp();
    await usual.finish({});
    const plain = setUp({ isPlain: true });
    await plain.finish({});
    const hasOpened = [usual, plain].map(({ session }) => session.getState().hasOpenedFirst);
    expect(hasOpened).toEqual([false, true]);
  });

  it('shows the inbox when its first screen is unknown', async () => {
    const { session, finish } = setUp();
    await finish(null);
    await vi.waitFor(() => expect(session.getState().screen).toBe('inbox'));
  });
});
