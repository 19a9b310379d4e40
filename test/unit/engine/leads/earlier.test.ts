import { describe, expect, it } from 'vitest';
import { createCustomerCommands } from '../../../../main/engine/leads/earlier.ts';
import type { AccountID, LeadID } from '../../../../contract/records.ts';
import { recordPlans } from '../support/plans.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { account, accountID, noon, putAccount } from '../support/store.ts';

const day = 86_400_000;

const bench = () => {
  const made = testIngest();
  const add = (id: string, customerID: string, at: number, account = accountID): void =>
    void made.ingest.applyNegotiations(
      account,
      [
        negotiation(id, {
          createdAt: rfc(at),
          customer: { customerID, firstName: 'Maria', lastName: 'Gomez' },
        }),
      ],
      'backfill',
    );
  const others = async (leadID: string, limit = 5, store = made.store) => {
    const input = { leadID: leadID as LeadID, limit };
    const answer = await createCustomerCommands(store, made.clock)['leads.ofCustomer'](input);
    if (!answer.ok) throw new Error(answer.error.message);
    const { leads, total } = answer.value;
    return { total, leads: leads.map(({ row, isAnswered }) => [row.leadID, isAnswered]) };
  };
  return { ...made, add, others };
};

describe('the other leads of a customer', () => {
  it('are listed newest first, up to the limit, each with whether it was answered', async () => {
    const { add, others, ingest } = bench();
    for (const [index, customer] of ['c1', 'c2', 'c1', 'c1', 'c1'].entries())
      add(`n${index}`, customer, noon - index * day);
    ingest.applyMessages(
      accountID,
      'n3',
      [message('m', 'n3', 'Business', 'On my way', noon)],
      'poll',
    );
    expect(await others('1')).toEqual({
      total: 3,
      leads: [
        ['3', false],
        ['4', true],
        ['5', false],
      ],
    });
    expect(await others('1', 1)).toEqual({ total: 3, leads: [['3', false]] });
    expect(await others('3')).toMatchObject({
      leads: [
        ['1', false],
        ['4', true],
        ['5', false],
      ],
    });
  });

  it('include those of other accounts at the same service, but not at another service', async () => {
    const { add, others, store } = bench();
    const [second, elsewhere] = ['second', 'elsewhere'] as AccountID[];
    putAccount(store, { ...account, accountID: second as AccountID }, noon);
    const profile = { ...account.profile, baseUrl: 'https://elsewhere.example' };
    putAccount(store, { ...account, accountID: elsewhere as AccountID, profile }, noon);
    add('n1', 'c1', noon);
    add('n2', 'c1', noon - day, second);
    add('n3', 'c1', noon - day, elsewhere);
    expect((await others('1')).leads).toEqual([['2', false]]);
    expect((await others('3')).leads).toEqual([]);
  });

  it('are empty for a lead without a customer ID and for an unknown lead', async () => {
    const { add, others } = bench();
    add('n1', '', noon);
    add('n2', '', noon);
    expect([await others('1'), await others('999')]).toEqual([
      { total: 0, leads: [] },
      { total: 0, leads: [] },
    ]);
  });

  it('are found through an index, without a scan or a sort', async () => {
    const { add, others, store } = bench();
    add('n1', 'c1', noon);
    add('n2', 'c1', noon - day);
    const noted = recordPlans(store);
    await others('1', 1, noted.store);
    expect(noted.plans().join('\n')).toContain('leads_of_customer');
    expect(noted.plans().filter((step) => /^SCAN(?! json_each)|TEMP B-TREE/.test(step))).toEqual(
      [],
    );
  });
});
