import { describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { FromEngine } from '../../../../contract/port.ts';
import { createTokens } from '../../../../main/engine/accounts/tokens.ts';
import { accountID } from '../support/store.ts';

const bench = () => {
  const asked: Extract<FromEngine, { type: 'token' }>[] = [];
  const tokens = createTokens((question) => void asked.push(question));
  /** Answers the latest question, or an earlier one. */
  const settle = (answer: Answer<string>, question = asked.at(-1)): void =>
    tokens.settle(question?.id ?? 0, answer);
  return { asked, settle, tokens, token: tokens.createSource(accountID) };
};

describe('access tokens', () => {
  it('are requested once for simultaneous calls', async () => {
    const { asked, settle, token } = bench();
    const both = [token(null), token(null)];
    settle(succeed('a'));
    expect(await Promise.all([...both, token(null)])).toEqual([
      succeed('a'),
      succeed('a'),
      succeed('a'),
    ]);
    expect(asked).toMatchObject([{ type: 'token', accountID, rejected: null }]);
  });

  it('are requested again when the service rejects one, once for several calls', async () => {
    const { asked, settle, token } = bench();
    const first = token(null);
    settle(succeed('a'));
    await first;
    const refused = [token('a'), token('a')];
    settle(succeed('b'));
    const late = token('a');
    expect(await Promise.all([...refused, late])).toEqual([
      succeed('b'),
      succeed('b'),
      succeed('b'),
    ]);
    expect(asked.map(({ rejected }) => rejected)).toEqual([null, 'a']);
  });

  it('for an old grant are not reused for a new one', async () => {
    const { asked, settle, tokens, token } = bench();
    const before = token(null);
    const renewed = tokens.createSource(accountID);
    const after = renewed(null);
    settle(fail('reconnect_needed', 'The grant is dead.'), asked[0]);
    settle(succeed('new'));
    expect([(await before).ok, await after]).toEqual([false, succeed('new')]);
    expect(await renewed(null)).toEqual(succeed('new'));
    expect(asked).toHaveLength(2);
  });

  it('are requested again after a failure', async () => {
    const { asked, settle, token } = bench();
    const first = token(null);
    settle(fail('reconnect_needed', 'The grant is dead.'));
    expect(await first).toMatchObject({ ok: false });
    void token(null);
    expect(asked).toHaveLength(2);
  });

  it('that main sends to an earlier process of the engine, for another account, are not used', async () => {
    const { asked: askedBefore, token: before } = bench();
    const { settle, token } = bench();
    void before(null);
    const answer = token(null);
    settle(succeed('for another account'), askedBefore[0]);
    settle(succeed('for this account'));
    expect(await answer).toEqual(succeed('for this account'));
  });
});
