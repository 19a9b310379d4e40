import { expect, it } from 'vitest';
import { listBusinessesServedElsewhere } from '../../../../main/engine/leads/holders.ts';
import { createInsightsCommands } from '../../../../main/engine/tools/insights/commands.ts';
import { accountNamed, accountsBench } from '../accounts/accounts-bench.ts';
import { negotiation } from '../support/records.ts';
import { testSlices } from '../support/store.ts';

it('businesses are listed by name, with 2 before 10', async () => {
  const made = accountsBench();
  const { store, clock, ingest } = made;
  const [pat, sam] = [accountNamed('pat'), accountNamed('sam')];
  const numbered = ['b1', 'b2', 'b10'];
  for (const account of [pat, sam]) {
    made.connect(account);
    made.lists(account, ...numbered.toReversed());
  }
  const leads = numbered
    .toReversed()
    .map((businessID) =>
      negotiation(businessID, { business: { businessID, name: `Business ${businessID}` } }),
    );
  ingest.applyNegotiations(pat.accountID, leads, 'poll');

  const { businesses } = await made.counts();
  expect(businesses.map(({ businessID }) => businessID)).toEqual(numbered);
  expect(made.worksFor(pat)).toEqual(numbered);
  const yielded = listBusinessesServedElsewhere(store, sam.accountID);
  expect(yielded.map(({ businessID }) => businessID)).toEqual(numbered);

  const names = numbered.map((businessID) => `Business ${businessID}`);
  const insights = createInsightsCommands({ store, clock, slices: testSlices(clock) });
  const report = await insights['insights.report']({ period: '7' });
  expect(report.ok && report.value.businesses.map(({ name }) => name)).toEqual(names);
  expect(report.ok && report.value.choices.businesses.map(({ name }) => name)).toEqual(names);

  const leadIDs = (await made.list('all')).map(({ leadID }) => leadID);
  const selected = await made['selection.report']({ view: 'all', leadIDs });
  expect(selected.ok && selected.value.facts?.businesses.map(({ name }) => name)).toEqual(names);
});
