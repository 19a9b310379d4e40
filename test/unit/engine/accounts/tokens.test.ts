import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../../contract/errors.ts';
import type { FromEngine } from '../../../../contract/port.ts';
import { createTokens } from '../../../../main/engine/accounts/tokens.ts';
import { accountID } from '../support/store.ts';

const bench = () => {
  const asked: Extract<FromEngine, { type: 'token' }>[] = [];
  const tokens = createTokens((question) => void asked.push(question));
  return { asked, tokens, token: tokens.of(accountID) };
};

describe('access tokens', () => {
  it('are requested once for simultaneous calls', async () => {
    const { asked, tokens, token } = bench();
    const both = [token(null), token(null)];
    tokens.settle(1, succeed('a'));
    expect(await Promise.all([...both, token(null)])).toEqual([
      succeed('a'),
      succeed('a'),
      succeed('a'),
    ]);
    expect(asked).toEqual([{ type: 'token', id: 1, accountID, rejected: null }]);
  });

  it('are requested again when the service rejects one, once for several calls', async () => {
    const { asked, tokens, token } = bench();
    const first = token(null);
    tokens.settle(1, succeed('a'));
    await first;
    const refused = [token('a'), token('a')];
    tokens.settle(2, succeed('b'));
    const late = token('a');
    expect(await Promise.all([...refused, late])).toEqual([
      succeed('b'),
      succeed('b'),
      succeed('b'),
    ]);
    expect(asked.map(({ rejected }) => rejected)).toEqual([null, 'a']);
  });

  it('for an old grant are not reused for a new one', async () => {
    const { asked, tokens, token } = bench();
    const before = token(null);
    const renewed = tokens.of(accountID);
    const after = renewed(null);
    tokens.settle(1, fail('reconnect_needed', 'The grant is dead.'));
    tokens.settle(2, succeed('new'));
    expect([(await before).ok, await after]).toEqual([false, succeed('new')]);
    expect(await renewed(null)).toEqual(succeed('new'));
    expect(asked).toHaveLength(2);
  });

  it('are requested again after a failure', async () => {
    const { asked, tokens, token } = bench();
    const first = token(null);
    tokens.settle(1, fail('reconnect_needed', 'The grant is dead.'));
    expect(await first).toMatchObject({ ok: false });
    void token(null);
    expect(asked).toHaveLength(2);
  });
});
