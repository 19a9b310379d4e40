import { describe, expect, it, vi } from 'vitest';
import { encodeAnswer } from '../../../contract/encoded-answer.ts';
import { succeed } from '../../../contract/errors.ts';
import type { AttachedAccount, FromEngine, ToEngine } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Child } from '../../../main/shell/child.ts';
import { startEngine } from '../../../main/shell/engine-host.ts';
import { someEngineFacts } from '../../engine-facts.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';

/** A fake engine: records messages and sends those that the test wants. */
const createPlayedEngine = () => {
  const sent: ToEngine[] = [];
  let say: (message: FromEngine) => void = () => {};
  const exits: ((code: number | null) => void)[] = [];
  const die = (): void => exits.forEach((exit) => exit(null));
  const child: Child = {
    send: (message) => void sent.push(message as ToEngine),
    onMessage: (listener) => (say = listener),
    onExit: (listener) => void exits.push(listener),
    stdout: null,
    stderr: null,
    // A frozen engine ignores signals.
    kill: () => undefined,
    destroy: die,
  };
  return { child, sent, say: (message: FromEngine) => say(message), end: die };
};

const host = (accounts: () => readonly AttachedAccount[] | null = () => []) => {
  const clock = createHandClock();
  const engines: ReturnType<typeof createPlayedEngine>[] = [];
  const onState = vi.fn();
  const onReady = vi.fn();
  const onMessage = vi.fn();
  const accessToken = vi.fn(async () => succeed('token-1'));
  const engine = startEngine({
    launch: (known, isAlone) => {
      const played = createPlayedEngine();
      const start = { type: 'start', dataFolder: '/data', accounts: known } as const;
      played.child.send(isAlone ? { ...start, isAlone } : start);
      engines.push(played);
      return played.child;
    },
    listAccounts: accounts,
    getAccessToken: accessToken,
    onReady,
    onState,
    onMessage,
    clock,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  });
  const latest = () => engines.at(-1) as ReturnType<typeof createPlayedEngine>;
  const states = () => onState.mock.calls.map(([state]) => (state as { state: string }).state);
  return { engine, engines, latest, onReady, onState, states, onMessage, accessToken, clock };
};

const accountID = 'a' as AccountID;
const ready: FromEngine = { type: 'ready', runs: someEngineFacts };

describe('the engine host', () => {
  it('delays calls until the engine is ready, then forwards them and returns the answers', async () => {
    const { engine, latest, onReady } = host();
    const answer = engine.ask('settings.get', {});
    await Promise.resolve();
    expect(latest().sent).toEqual([{ type: 'start', dataFolder: '/data', accounts: [] }]);
    latest().say(ready);
    expect(onReady).toHaveBeenCalledExactlyOnceWith(someEngineFacts);
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    expect(latest().sent[1]).toEqual({ type: 'invoke', id: 1, command: 'settings.get', input: {} });
    latest().say({ type: 'answer', id: 1, answer: encodeAnswer(succeed('settings')) });
    expect(await answer).toEqual(succeed('settings'));
  });

  it('fails pending calls when the engine exits, and restarts it at once', async () => {
    const { engine, engines, latest, states, clock } = host();
    latest().say(ready);
    const answer = engine.ask('settings.get', {});
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    latest().end();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
    await clock.advance(0);
    expect(engines).toHaveLength(2);
    latest().say(ready);
    expect(states()).toEqual(['ready', 'restarting', 'ready']);
    expect(latest().sent).toHaveLength(1);
  });

  it('gives up after three exits within a minute and fails pending and later calls', async () => {
    const { engine, engines, latest, states, clock } = host();
    const early = engine.ask('settings.get', {});
    latest().end();
    await clock.advance(0);
    latest().end();
    await clock.advance(500);
    expect(engines).toHaveLength(3);
    latest().say(ready);
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    const underWay = engine.ask('views.counts', {});
    latest().end();
    await clock.advance(3_600_000);
    expect(engines).toHaveLength(3);
    const late = await engine.ask('settings.get', {});
    expect([await early, await underWay, late]).toMatchObject([
      { ok: false, error: { code: 'engine_unavailable' } },
      { ok: false, error: { code: 'engine_unavailable' } },
      { ok: false, error: { code: 'engine_stopped' } },
    ]);
    expect(states().at(-1)).toBe('stopped');
    expect(engine.getState()).toMatchObject({
      state: 'stopped',
      error: { code: 'engine_stopped' },
    });
  });

  it('fails waiting calls when the engine exits at each start', async () => {
    const { engine, latest, clock } = host();
    const waiting = engine.ask('settings.get', {});
    for (let death = 0; death < 3; death++) {
      latest().end();
      await clock.advance(500);
    }
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'engine_stopped' } });
  });

  it('keeps restarting an engine that exits now and then, whatever the system clock shows', async () => {
    const { engines, latest, clock } = host();
    for (let death = 0; death < 6; death++) {
      latest().say(ready);
      latest().end();
      clock.set(1_000);
      await clock.advance(31_000);
    }
    expect(engines).toHaveLength(7);
  });

  it('restarts a stopped engine once on request', async () => {
    const { engine, engines, latest, clock } = host();
    for (let death = 0; death < 3; death++) {
      latest().end();
      await clock.advance(500);
    }
    engine.restart(false);
    engine.restart(false);
    expect(engines).toHaveLength(4);
    const answer = engine.ask('settings.get', {});
    latest().say(ready);
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    latest().say({ type: 'answer', id: 1, answer: encodeAnswer(succeed('settings')) });
    expect(await answer).toEqual(succeed('settings'));
    engine.restart(false);
    expect(engines).toHaveLength(4);
  });

  it('restarts a stopped engine without the service, and later with it, on request', async () => {
    const { engine, engines, latest, clock, onState } = host();
    const die = async (): Promise<void> => {
      for (let death = 0; death < 3; death++) {
        latest().end();
        await clock.advance(500);
      }
    };
    await die();
    engine.restart(true);
    expect(latest().sent[0]).toMatchObject({ type: 'start', isAlone: true });
    latest().say(ready);
    expect(engine.getState()).toEqual({ state: 'ready', isAlone: true });
    engine.restart(true);
    latest().end();
    await clock.advance(500);
    expect(latest().sent[0]).toMatchObject({ type: 'start', isAlone: true });
    latest().say(ready);

    const before = engines.length;
    engine.restart(false);
    engine.restart(false);
    const waiting = engine.ask('settings.get', {});
    expect(latest().sent.at(-1)).toEqual({ type: 'stop' });
    latest().end();
    await clock.advance(0);
    expect(engines).toHaveLength(before + 1);
    expect(latest().sent[0]).not.toHaveProperty('isAlone');
    latest().say(ready);
    expect(onState).toHaveBeenLastCalledWith({ state: 'ready' });
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    latest().say({ type: 'answer', id: 1, answer: encodeAnswer(succeed('settings')) });
    expect(await waiting).toEqual(succeed('settings'));
    engine.restart(true);
    expect(engines).toHaveLength(before + 1);
  });

  it.each(['ask', 'detach', 'forget'] as const)(
    'kills a frozen engine, fails the pending call (%s) and restarts the engine',
    async (call) => {
      const { engine, engines, latest, clock } = host();
      latest().say(ready);
      const answer = call === 'ask' ? engine.ask('settings.get', {}) : engine[call](accountID);
      for (let look = 0; look < 12; look++) {
        await clock.advance(5_000);
        latest().say({ type: 'pong' });
      }
      expect(engines).toHaveLength(1);
      await clock.advance(40_000);
      expect(await answer).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
      expect(engines).toHaveLength(2);
    },
  );

  it('gives up on an engine that freezes three times, even over minutes', async () => {
    const { engine, engines, latest, clock } = host();
    for (let freeze = 0; freeze < 3; freeze++) {
      latest().say(ready);
      await clock.advance(40_000);
    }
    expect(engines).toHaveLength(3);
    expect(engine.getState()).toMatchObject({
      state: 'stopped',
      error: { code: 'engine_stopped' },
    });
  });

  it('does not restart an engine that refused to run, returns its reason to every caller, and restarts it on request', async () => {
    const { engine, engines, latest, onState, clock } = host();
    const error = { code: 'disk_full', message: 'The disk is full or failing.' } as const;
    const early = engine.ask('settings.get', {});
    latest().say({ type: 'refused', error });
    latest().end();
    await clock.advance(60_000);
    expect(engines).toHaveLength(1);
    expect(await early).toEqual({ ok: false, error });
    expect(await engine.ask('settings.get', {})).toEqual({ ok: false, error });
    expect(onState).toHaveBeenCalledWith({ state: 'stopped', error });
    engine.restart(false);
    expect(engines).toHaveLength(2);
  });

  it('reports the repair of a damaged database while the engine restarts', async () => {
    const { engine, engines, latest, onState, clock } = host();
    latest().say(ready);
    latest().say({ type: 'damaged' });
    const answer = engine.ask('settings.get', {});
    latest().end();
    await clock.advance(0);
    expect(engines).toHaveLength(2);
    expect(engine.getState()).toEqual({ state: 'restarting', isRepairing: true });
    expect(onState).toHaveBeenLastCalledWith({ state: 'restarting', isRepairing: true });
    latest().say(ready);
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    latest().say({ type: 'answer', id: 1, answer: encodeAnswer(succeed('settings')) });
    expect(await answer).toEqual(succeed('settings'));
  });

  it('starts the engine before the accounts are known and sends them later', () => {
    let known: readonly AttachedAccount[] | null = null;
    const { engine, latest } = host(() => known);
    expect(latest().sent).toEqual([{ type: 'start', dataFolder: '/data', accounts: null }]);
    known = [];
    engine.send({ type: 'accounts', accounts: known });
    expect(latest().sent.at(-1)).toEqual({ type: 'accounts', accounts: [] });
  });

  it('requests an access token for the engine and passes on which one was rejected', async () => {
    const { latest, accessToken } = host();
    latest().say({ type: 'token', id: 9, accountID, rejected: 'old' });
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    expect(accessToken).toHaveBeenCalledWith(accountID, 'old');
    expect(latest().sent[1]).toEqual({ type: 'token', id: 9, answer: succeed('token-1') });
  });

  it('answers a request for an access token even if it throws', async () => {
    const { latest, accessToken } = host();
    accessToken.mockRejectedValueOnce(new Error('a bug'));
    latest().say({ type: 'token', id: 9, accountID, rejected: null });
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    expect(latest().sent[1]).toMatchObject({ id: 9, answer: { error: { code: 'internal' } } });
  });

  it('asks the engine to exit, kills it after three seconds, and fails waiting calls', async () => {
    const { engine, latest, clock } = host();
    const waiting = engine.ask('settings.get', {});
    const stopped = engine.stop();
    expect(latest().sent.at(-1)).toEqual({ type: 'stop' });
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
    await clock.advance(3_000);
    await stopped;
  });
});
