// @vitest-environment happy-dom
/** The window's beginning: what it hears while it asks how things are is newer than the answer. */
import { describe, expect, it, vi } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import { begin } from '../../../../renderer/app/start.ts';
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
  let answer: (told: Partial<Info> | null) => void = () => undefined;
  const bridge = fakeBridge({
    'shell.info': () =>
      new Promise(
        (resolve) =>
          (answer = (told) =>
            resolve(told === null ? no('engine_unavailable') : ok({ ...info, ...told }))),
      ),
  });
  const stores = createStores(bridge, () => noon);
  const end = listen(stores, window);
  const begun = begin(stores, isPlain);
  const finish = async (told: Partial<Info> | null) => {
    answer(told);
    await begun;
    end();
  };
  return { bridge, session: stores.session, finish };
};

describe('the window, when it opens', () => {
  it('says how the engine was before it could hear', async () => {
    const { session, finish } = setUp();
    await finish({});
    expect(session.getState()).toMatchObject({ screen: 'inbox', engine: { state: 'restarting' } });
  });

  it('does not say that the engine starts when it has heard that it is ready', async () => {
    const { bridge, session, finish } = setUp();
    bridge.tell('engine', { state: 'ready' });
    await finish({});
    expect(session.getState().engine).toEqual({ state: 'ready' });
  });

  it('shows the lead of a notification that was clicked while it asked where to begin', async () => {
    const { bridge, session, finish } = setUp();
    bridge.tell('openLead', { leadID: id('l1') });
    await finish({ start: 'welcome' });
    expect(session.getState().screen).toBe('inbox');
  });

  it('opens a lead by itself, unless it begins again after crashes', async () => {
    const usual = setUp();
    await usual.finish({});
    const plain = setUp({ isPlain: true });
    await plain.finish({});
    const hasOpened = [usual, plain].map(({ session }) => session.getState().hasOpenedFirst);
    expect(hasOpened).toEqual([false, true]);
  });

  it('begins with the inbox when it cannot be told where', async () => {
    const { session, finish } = setUp();
    await finish(null);
    await vi.waitFor(() => expect(session.getState().screen).toBe('inbox'));
  });
});
