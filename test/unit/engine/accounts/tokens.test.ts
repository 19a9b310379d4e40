import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../../contract/errors.ts';
import type { FromEngine } from '../../../../contract/port.ts';
import { createTokens } from '../../../../main/engine/accounts/tokens.ts';
import { accountID } from '../support/store.ts';

const bench = () => {
  const asked: Extract<FromEngine, { type: 'token' }>[] = [];
  return { asked, tokens: createTokens((question) => void asked.push(question)) };
};

describe('access tokens', () => {
  it('are asked for once, however many need one at the same moment', async () => {
    const { asked, tokens } = bench();
    const both = [tokens.get(accountID, null), tokens.get(accountID, null)];
    tokens.settle(1, succeed('a'));
    expect(await Promise.all([...both, tokens.get(accountID, null)])).toEqual([
      succeed('a'),
      succeed('a'),
      succeed('a'),
    ]);
    expect(asked).toEqual([{ type: 'token', id: 1, accountID, rejected: null }]);
  });

  it('are asked for again when the service refuses one, and once for all who were refused', async () => {
    const { asked, tokens } = bench();
    const first = tokens.get(accountID, null);
    tokens.settle(1, succeed('a'));
    await first;
    const refused = [tokens.get(accountID, 'a'), tokens.get(accountID, 'a')];
    tokens.settle(2, succeed('b'));
    const late = tokens.get(accountID, 'a');
    expect(await Promise.all([...refused, late])).toEqual([
      succeed('b'),
      succeed('b'),
      succeed('b'),
    ]);
    expect(asked.map(({ rejected }) => rejected)).toEqual([null, 'a']);
  });

  it('that come for an old grant are not kept for the new one', async () => {
    const { asked, tokens } = bench();
    const before = tokens.get(accountID, null);
    tokens.forget(accountID);
    const after = tokens.get(accountID, null);
    tokens.settle(1, fail('reconnect_needed', 'The grant is dead.'));
    tokens.settle(2, succeed('new'));
    expect([(await before).ok, await after]).toEqual([false, succeed('new')]);
    expect(await tokens.get(accountID, null)).toEqual(succeed('new'));
    expect(asked).toHaveLength(2);
  });

  it('that cannot be had are asked for anew the next time', async () => {
    const { asked, tokens } = bench();
    const first = tokens.get(accountID, null);
    tokens.settle(1, fail('reconnect_needed', 'The grant is dead.'));
    expect(await first).toMatchObject({ ok: false });
    void tokens.get(accountID, null);
    expect(asked).toHaveLength(2);
  });
});
