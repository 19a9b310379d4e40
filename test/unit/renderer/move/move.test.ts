/** The actions of a move. */
import { expect, it, vi } from 'vitest';
import type { Move } from '../../../../contract/commands/move.ts';
import type { Answer } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { wrapBridge } from '../../../../renderer/platform/bridge.ts';
import { createMove } from '../../../../renderer/move/move.ts';
import { createQueries } from '../../../../renderer/platform/queries.ts';
import { moveLike } from './samples.ts';
import { fakeBridge, no, ok } from '../support/samples.ts';

it('a move is started again when the engine is ready before the first try failed', async () => {
  const tries: ((answer: Answer<{ move: Move }>) => void)[] = [];
  const fake = fakeBridge({ 'move.begin': () => new Promise((answer) => tries.push(answer)) });
  const bridge = wrapBridge(fake);
  const move = createMove(bridge, createQueries(bridge), 'old' as AccountID);
  const end = move.follow();
  await vi.waitFor(() => expect(tries).toHaveLength(1));
  fake.emit('engine', { state: 'restarting' });
  fake.emit('engine', { state: 'ready' });
  tries[0]?.(no('engine_unavailable'));
  await vi.waitFor(() => expect(tries).toHaveLength(2));
  tries[1]?.(ok({ move: moveLike() }));
  await vi.waitFor(() =>
    expect(move.actionState.getState()).toMatchObject({ hasBegun: true, error: null }),
  );
  end();
});

it('a step stays busy until its own action has ended, and keeps its failure', async () => {
  const waiting = new Map<string, () => void>();
  const fail = (command: string) => async () => {
    await new Promise<void>((resolve) => waiting.set(command, resolve));
    return no('offline');
  };
  const bridge = fakeBridge({
    'connection.check': fail('check'),
    'connect.disconnect': fail('disconnect'),
  });
  const move = createMove(bridge, createQueries(bridge), 'old' as AccountID);
  const checking = move.check('new' as AccountID);
  const disconnecting = move.disconnect();
  waiting.get('check')?.();
  await checking;
  expect(move.actionState.getState().busy).toEqual(['disconnect']);
  waiting.get('disconnect')?.();
  await disconnecting;
  expect(move.actionState.getState()).toMatchObject({
    busy: [],
    failures: { webhooks: { code: 'offline' }, disconnect: { code: 'offline' } },
  });
});
