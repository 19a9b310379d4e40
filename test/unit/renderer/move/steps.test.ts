import { describe, expect, it } from 'vitest';
import type { Move } from '../../../../contract/commands/move.ts';
import { deriveSteps, deriveWebhooksState } from '../../../../renderer/move/steps.ts';
import { moveLike } from './samples.ts';
import { accountLike, hook, reportLike } from '../support/accounts.ts';

const legacy = (state: 'connected' | 'reconnect' | 'disconnected') =>
  accountLike('old', 'legacy', state);
const newAccount = (state: 'connected' | 'reconnect' | 'disconnected' = 'connected') =>
  accountLike('new', 'v4', state);
const matching = (change: Partial<Move['matching']>): Partial<Move> => ({
  matching: { state: 'waiting', left: 3, matched: 0, kept: 0, reason: null, ...change },
});
const offline = { code: 'offline', message: '' } as const;

const describeStates = (facts: Parameters<typeof deriveSteps>[0], choosing = false): string =>
  deriveSteps(facts, choosing)
    .map(({ state }) => state)
    .join(' ');

describe('the steps of a move', () => {
  it.each([
    ['nothing is done', 'connected', {}, null, [], 'now todo todo todo todo'],
    [
      'the old sign-in is dead, but not ended',
      'reconnect',
      {},
      null,
      [],
      'now todo todo todo todo',
    ],
    ['the old account is disconnected', 'disconnected', {}, null, [], 'now todo todo todo todo'],
    ['a profile was chosen', 'connected', { profileID: 'p' }, null, [], 'done now todo todo todo'],
    [
      'the new account is connected and its businesses are not known yet',
      'disconnected',
      { to: 'new' },
      'connected',
      [],
      'done done now todo todo',
    ],
    [
      'a webhook is missing',
      'disconnected',
      { to: 'new' },
      'connected',
      [hook('active'), hook('missing')],
      'done done now todo todo',
    ],
    [
      'the service cannot reach this computer',
      'disconnected',
      { to: 'new' },
      'connected',
      [hook('not_possible')],
      'done done cannot todo todo',
    ],
    [
      'the professional went on without webhooks',
      'disconnected',
      { to: 'new', withoutWebhooks: true },
      'connected',
      [hook('not_possible')],
      'done done done done now',
    ],
    [
      'the webhooks are in order and the old account still works',
      'connected',
      { to: 'new' },
      'connected',
      [hook('active')],
      'done done done now todo',
    ],
    [
      'the webhooks are in order',
      'disconnected',
      { to: 'new' },
      'connected',
      [hook('active')],
      'done done done done now',
    ],
    [
      'the matching stopped',
      'disconnected',
      { to: 'new', ...matching({ state: 'stopped', reason: offline }) },
      'connected',
      [hook('active')],
      'done done done done cannot',
    ],
    [
      'the new sign-in died in the middle of matching',
      'disconnected',
      { to: 'new', ...matching({ state: 'stopped', reason: offline }) },
      'reconnect',
      [hook('active')],
      'done cannot todo todo todo',
    ],
    [
      'everything is matched, even with a failed webhook',
      'disconnected',
      { to: 'new', ...matching({ state: 'done' }) },
      'connected',
      [hook('failed')],
      'done done done done done',
    ],
    [
      'the old account was reconnected afterwards',
      'connected',
      { to: 'new', ...matching({ state: 'done' }) },
      'connected',
      [hook('active')],
      'done done done now todo',
    ],
  ] as const)('are right when %s', (_, old, move, account, hooks, expected) => {
    const facts = {
      move: moveLike(move as Partial<Move>),
      legacy: legacy(old),
      newAccount: account === null ? null : newAccount(account),
      report: account === null ? null : reportLike('new', hooks),
    };
    expect(describeStates(facts)).toBe(expected);
  });

  it('return to the choice of a profile on request', () => {
    const facts = {
      move: moveLike({ profileID: 'p' }),
      legacy: legacy('disconnected'),
      newAccount: null,
      report: null,
    };
    expect(describeStates(facts, true)).toBe('now todo todo todo todo');
  });

  it('show webhooks as unreachable while the receiver is unreachable', () => {
    const report = reportLike('new', [hook('active')]);
    expect(deriveWebhooksState(report)).toBe('fine');
    const cut = { ...report, receiver: { ...report.receiver, reachable: false } };
    expect(deriveWebhooksState(cut)).toBe('unreachable');
  });
});
