import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { FromEngine, ToEngine } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Child } from '../../../main/shell/child.ts';
import { startEngine } from '../../../main/shell/engine-host.ts';

/** An engine that a test plays: it sees what was sent and says what the test wants. */
const playedEngine = () => {
  const sent: ToEngine[] = [];
  let say: (message: FromEngine) => void = () => {};
  const exits: ((code: number | null) => void)[] = [];
  const child: Child = {
    send: (message) => void sent.push(message as ToEngine),
    onMessage: (listener) => (say = listener),
    onExit: (listener) => void exits.push(listener),
    stdout: null,
    stderr: null,
    kill: () => exits.forEach((exit) => exit(null)),
  };
  return { child, sent, say: (message: FromEngine) => say(message), end: child.kill };
};

const host = () => {
  const engines: ReturnType<typeof playedEngine>[] = [];
  const onState = vi.fn();
  const onMessage = vi.fn();
  const accessToken = vi.fn(async () => succeed('token-1'));
  const engine = startEngine({
    launch: () => {
      const played = playedEngine();
      engines.push(played);
      return played.child;
    },
    dataFolder: '/data',
    accounts: () => [],
    accessToken,
    onState,
    onMessage,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  });
  const latest = () => engines.at(-1) as ReturnType<typeof playedEngine>;
  return { engine, engines, latest, onState, onMessage, accessToken };
};

const accountID = 'a' as AccountID;

describe('the engine’s keeper', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('holds calls back until the engine is ready, then carries them there and back', async () => {
    const { engine, latest } = host();
    const answer = engine.ask('settings.get', {});
    await Promise.resolve();
    expect(latest().sent).toEqual([{ type: 'start', dataFolder: '/data', accounts: [] }]);
    latest().say({ type: 'ready' });
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    expect(latest().sent[1]).toEqual({ type: 'invoke', id: 1, command: 'settings.get', input: {} });
    latest().say({ type: 'answer', id: 1, answer: succeed('settings') });
    expect(await answer).toEqual(succeed('settings'));
  });

  it('answers what was under way when the engine died, and starts it again', async () => {
    const { engine, engines, latest, onState } = host();
    latest().say({ type: 'ready' });
    const answer = engine.ask('settings.get', {});
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    latest().end();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(engines).toHaveLength(2);
    latest().say({ type: 'ready' });
    expect(onState.mock.calls.map(([state]) => (state as { state: string }).state)).toEqual([
      'ready',
      'restarting',
      'ready',
    ]);
    expect(latest().sent).toHaveLength(1);
  });

  it('waits longer before each start of an engine that keeps dying', async () => {
    const { engines, latest } = host();
    latest().end();
    await vi.advanceTimersByTimeAsync(0);
    latest().end();
    await vi.advanceTimersByTimeAsync(499);
    expect(engines).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(engines).toHaveLength(3);
  });

  it('does not start again an engine that refused to run, and says why to every caller', async () => {
    const { engine, engines, latest, onState } = host();
    const error = { code: 'database_newer', message: 'Newer than this app.' } as const;
    const early = engine.ask('settings.get', {});
    latest().say({ type: 'refused', error });
    latest().end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(engines).toHaveLength(1);
    expect(await early).toEqual({ ok: false, error });
    expect(await engine.ask('settings.get', {})).toEqual({ ok: false, error });
    expect(onState).toHaveBeenCalledWith({ state: 'stopped', error });
  });

  it('hands out an access token when the engine asks, and tells which one was refused', async () => {
    const { latest, accessToken } = host();
    latest().say({ type: 'token', id: 9, accountID, rejected: 'old' });
    await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
    expect(accessToken).toHaveBeenCalledWith(accountID, 'old');
    expect(latest().sent[1]).toEqual({ type: 'token', id: 9, answer: succeed('token-1') });
  });

  it('lets the engine end by itself, and ends it after three seconds', async () => {
    const { engine, latest } = host();
    latest().say({ type: 'ready' });
    const stopped = engine.stop();
    expect(latest().sent.at(-1)).toEqual({ type: 'stop' });
    await vi.advanceTimersByTimeAsync(3_000);
    await stopped;
  });
});
