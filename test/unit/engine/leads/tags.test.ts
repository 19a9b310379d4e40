import { describe, expect, it } from 'vitest';
import { maxTags } from '../../../../contract/limits.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { findLeadRow } from '../../../../main/engine/leads/lead-rows.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { createTagCommands } from '../../../../main/engine/leads/tags.ts';
import { recordPlans } from '../support/plans.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { accountID } from '../support/store.ts';

const bench = () => {
  const { store, ingest } = testIngest();
  ingest.applyNegotiations(
    accountID,
    ['1', '2', '3'].map((id) => negotiation(id)),
    'backfill',
  );
  return {
    store,
    mark: (leads: number[], add: string[], remove: string[] = []) =>
      store.write(() => {
        setMarks(store, leads, { tags: { add, remove } });
        for (const lead of leads) refreshInbox(store, lead);
      }),
    tagsOf: (lead: number) => findLeadRow(store, lead, 0)?.tags,
    known: async (from = store) => {
      const answer = await createTagCommands(from)['tags.list']({});
      return answer.ok ? answer.value.tags : [];
    },
  };
};

describe('tags', () => {
  it('are added to and removed from many leads, and listed by name, with 2 before 10', () => {
    const { mark, tagsOf } = bench();
    mark([1, 2, 3], ['VIP', 'Élan', 'apartment', 'Floor 10', 'Floor 2']);
    mark([2], [], ['VIP', 'never given']);
    expect(tagsOf(1)).toEqual(['apartment', 'Élan', 'Floor 2', 'Floor 10', 'VIP']);
    expect(tagsOf(2)).toEqual(['apartment', 'Élan', 'Floor 2', 'Floor 10']);
    mark([2], [], ['apartment', 'Élan', 'Floor 2', 'Floor 10']);
    expect(tagsOf(2)).toEqual([]);
  });

  it('are not added to a lead that has the maximum', () => {
    const { mark, tagsOf } = bench();
    mark(
      [1],
      Array.from({ length: maxTags }, (_, index) => `tag ${index}`),
    );
    mark([1, 2], ['one more']);
    expect([tagsOf(1)?.length, tagsOf(2)]).toEqual([maxTags, ['one more']]);
  });

  it('are listed once each while a lead has them, without a scan of all leads', async () => {
    const { mark, known, store } = bench();
    mark([1, 2, 3], ['b', 'a']);
    mark([3], ['c']);
    const noted = recordPlans(store);
    expect(await known(noted.store)).toEqual(['a', 'b', 'c']);
    const plan = noted.plans().filter((step) => /marks|B-TREE/.test(step));
    expect(plan).toEqual([
      expect.stringMatching(/^SEARCH marks USING COVERING INDEX marks_tagged \(item>/),
      expect.stringMatching(/^SEARCH marks USING COVERING INDEX marks_tagged \(item>/),
      expect.stringMatching(/^SEARCH m USING COVERING INDEX marks_tagged \(item=/),
    ]);
    mark([3], [], ['c']);
    expect(await known()).toEqual(['a', 'b']);
  });
});
