import { describe, expect, it } from 'vitest';
import type { AccountID } from '../../../contract/records.ts';
import { createDeliveryCommands } from '../../../main/engine/receiver/delivery-commands.ts';
import { readCategoryNames } from '../../../main/engine/leads/categories.ts';
import {
  findLeadOfRequest,
  countUndecidedLeads,
  findNextLead,
  isMovedAway,
} from '../../../main/engine/accounts/moves.ts';
import { testIngest } from './support/ingest.ts';
import { recordPlans } from './support/plans.ts';
import { message, negotiation } from './support/records.ts';
import { account, accountID, noon, putAccount } from './support/store.ts';

const other = 'other' as AccountID;

describe('with any number of leads', () => {
  it('a move finds one without a scan', () => {
    const { store, ingest } = testIngest();
    ingest.applyNegotiations(accountID, [negotiation('1')], 'backfill');
    const recorded = recordPlans(store);
    const legacy = findNextLead(recorded.store, accountID, null);
    expect(legacy).toMatchObject({ negotiationID: '1' });
    if (legacy !== null) findLeadOfRequest(recorded.store, accountID, legacy);
    countUndecidedLeads(recorded.store, accountID, null);
    isMovedAway(recorded.store, accountID, '2');
    const walked = recorded.plans().filter((step) => /^SCAN (?!CONSTANT|moves)/.test(step));
    expect(walked).toEqual([]);
    expect(recorded.plans().join('\n')).toContain('leads_of_request');
  });

  it('a request is found by its id as text or as a number', () => {
    const { store, ingest } = testIngest();
    const request = { requestID: 77, category: { name: 'Plumbing' } };
    ingest.applyNegotiations(accountID, [negotiation('1', { request })], 'backfill');
    const record = JSON.stringify({ business: { businessID: 'b1' }, request: { requestID: '77' } });
    const found = findLeadOfRequest(store, accountID, { lead: 9, negotiationID: 'L9', record });
    expect(found).toBe(1);
  });

  it('an account with older leads than another still knows its categories', () => {
    const { store, ingest } = testIngest();
    ingest.applyNegotiations(accountID, [negotiation('first')], 'backfill');
    putAccount(store, { ...account, accountID: other }, noon);
    const later = Array.from({ length: 600 }, (_, index) => negotiation(`later-${index}`));
    const profile = { ...account.profile, baseUrl: 'https://elsewhere.example' };
    putAccount(store, { ...account, accountID: other, profile }, noon);
    ingest.applyNegotiations(other, later, 'backfill');
    expect([...readCategoryNames(store, accountID)]).toEqual([['k1', 'Plumbing']]);
  });
});

describe('with large deliveries', () => {
  it('their list shows customers without reading the bodies', async () => {
    const { store, deliver, ingest } = testIngest();
    deliver('NegotiationCreatedV4', negotiation('1'));
    deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    const stranger = {
      negotiationID: 5,
      customer: { name: 'Ann &amp; Co' },
      pad: 'x'.repeat(90_000),
    };
    deliver('RoofFellInV9', stranger);
    const recorded = recordPlans(store);
    const commands = createDeliveryCommands({
      store: recorded.store,
      findAccount: () => null,
      applyRecorded: ingest.applyRecorded,
      publish: () => undefined,
    });
    const answer = await commands['deliveries.list']({ accountID, filter: 'all', limit: 50 });
    expect(answer).toMatchObject({
      value: {
        deliveries: [
          { customerName: 'Ann & Co', state: 'not_understood' },
          { customerName: 'Maria Gomez', businessName: 'Ace Plumbing' },
          { customerName: 'Maria Gomez', leadID: '1' },
        ],
      },
    });
    if (answer.ok) expect(answer.value.deliveries[0]?.size).toBeGreaterThan(90_000);
    expect(recorded.plans()).toContainEqual(
      expect.stringContaining('deliveries USING COVERING INDEX deliveries_in_order'),
    );
  });
});
