/** Views that the professional has saved: stored, ordered, and counted. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { SavedView, SavedViewID } from '../../../../contract/commands/saved-views.ts';
import { succeed } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import { maxSavedViews } from '../../../../contract/limits.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { createSavedViewCommands } from '../../../../main/engine/leads/saved-views.ts';
import { enterTeam } from '../../../../main/engine/team/membership.ts';
import { putPerson } from '../../../../main/engine/team/people.ts';
import { createViewCounts } from '../../../../main/engine/leads/view-counts.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { testSlices } from '../support/store.ts';

const saved = (name: string, change: Partial<SavedView> = {}): SavedView => ({
  savedViewID: randomUUID() as SavedViewID,
  name,
  view: 'all',
  business: null,
  query: '',
  everywhere: false,
  ...change,
});

const setUp = () => {
  const made = testIngest();
  const changes: Change[] = [];
  const { store, clock } = made;
  const counts = createViewCounts({ store, clock, slices: testSlices(clock) });
  const commands = createSavedViewCommands({
    store,
    counts,
    publish: (change) => void changes.push(change),
  });
  const names = async (): Promise<readonly string[]> => {
    const answer = await commands['savedViews.list']({});
    return answer.ok ? answer.value.views.map(({ name }) => name) : [];
  };
  return { ...made, ...commands, counts, changes, names };
};

describe('saved views', () => {
  it('are stored as saved, keep their place when renamed, and can be reordered', async () => {
    const made = setUp();
    const [a, b, c] = [saved('a'), saved('b', { query: 'has:photo' }), saved('c')];
    for (const each of [a, b, c]) await made['savedViews.save'](each);
    expect(await made['savedViews.list']({})).toEqual(succeed({ views: [a, b, c] }));
    await made['savedViews.save']({ ...b, name: 'other' });
    expect(await made.names()).toEqual(['a', 'other', 'c']);
    await made['savedViews.reorder']({ savedViewIDs: [c.savedViewID, a.savedViewID] });
    expect(await made.names()).toEqual(['c', 'a', 'other']);
    expect(made.changes.at(-1)).toEqual({ kinds: ['savedViews'], leadIDs: [] });
  });

  it('return to their place when a removal is undone', async () => {
    const made = setUp();
    const [a, b, c] = [saved('a'), saved('b'), saved('c')];
    for (const each of [a, b, c]) await made['savedViews.save'](each);
    const removal = { savedViewID: b.savedViewID };
    await made['savedViews.remove'](removal);
    await made['savedViews.remove'](removal);
    expect(await made.names()).toEqual(['a', 'c']);
    await made['savedViews.save']({ ...b, position: 1 });
    expect(await made.names()).toEqual(['a', 'b', 'c']);
  });

  it('cannot exceed the maximum number', async () => {
    const made = setUp();
    for (let n = 0; n < maxSavedViews; n += 1) await made['savedViews.save'](saved(`v${n}`));
    expect(await made['savedViews.save'](saved('one more'))).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
  });

  it('are recounted after a change by reading only the changed leads', async () => {
    const made = setUp();
    for (let n = 0; n < 40; n += 1)
      made.deliver('NegotiationCreatedV4', negotiation(`${n}`, { customer: { firstName: 'Ann' } }));
    const views = [
      saved('starred', { query: 'is:starred', everywhere: true }),
      saved('read', { query: 'is:read -boiler', everywhere: true }),
      saved('ann', { query: 'ann -is:archived', everywhere: true }),
    ];
    for (const each of views) await made['savedViews.save'](each);
    const counts = async (): Promise<readonly number[]> => {
      const answer = await made['savedViews.counts']({});
      return answer.ok ? answer.value.counts.map(({ leads }) => leads) : [];
    };
    const mark = (lead: number, marks: Parameters<typeof setMarks>[2]): void => {
      made.store.write(() => {
        setMarks(made.store, [lead], marks);
        refreshInbox(made.store, lead);
      });
      made.counts.invalidate({ kinds: ['leads'], leadIDs: [toLeadID(lead)] });
    };
    expect(await counts()).toEqual([0, 0, 40]);
    mark(3, { starred: true, read: true });
    mark(4, { archived: true });
    const prepare = vi.spyOn(made.store, 'prepare');
    expect(await counts()).toEqual([1, 1, 39]);
    const asked = prepare.mock.calls.map(([sql]) => sql);
    expect(asked).toContainEqual(
      expect.stringMatching(/FROM json_each\(\?\) j\s+CROSS JOIN inbox/),
    );
    expect(asked.filter((sql) => /LIMIT \? OFFSET \?$/.test(sql))).toEqual([]);
    mark(3, { starred: false });
    mark(4, { archived: false });
    expect(await counts()).toEqual([0, 1, 40]);
    made.deliver('NegotiationCreatedV4', negotiation('new', { customer: { firstName: 'Ann' } }));
    made.counts.invalidate({ kinds: ['leads'], leadIDs: null });
    expect(await counts()).toEqual([0, 1, 41]);
  });

  it('are recounted after a person of the team gets another name', async () => {
    const { store, deliver, counts } = setUp();
    deliver('NegotiationCreatedV4', negotiation('n1'));
    enterTeam(store, { team: 't', person: 'ana', role: 'owner', desktop: 'ana-desk' });
    setMarks(store, [1], { assignee: 'ben' });
    refreshInbox(store, 1);
    const bens = saved('a', { query: 'assignee:ben' });
    const count = async () => (await counts.count([bens]))?.map(({ leads }) => leads);
    expect(await count()).toEqual([0]);
    putPerson(store, { person: 'ben', name: 'Ben', isGone: false });
    expect(await count()).toEqual([1]);
  });

  it('are counted by view, business, and search', async () => {
    const made = setUp();
    const views = [
      saved('all'),
      saved('archived', { view: 'archived' }),
      saved('kitchen', { query: 'kitchen' }),
      saved('Zed', { query: 'Zed', everywhere: true }),
      saved('gone', { business: 'b9@nowhere' }),
    ];
    for (const each of views) await made['savedViews.save'](each);
    for (const id of ['1', '2', '3'])
      made.deliver(
        'NegotiationCreatedV4',
        negotiation(id, { customer: { firstName: id === '2' ? 'Zed' : 'Ann' } }),
      );
    expect(await made['savedViews.counts']({})).toEqual(
      succeed({
        counts: [3, 0, 3, 1, 0].map((leads, index) => ({
          savedViewID: views[index]?.savedViewID,
          leads,
        })),
      }),
    );
  });
});
