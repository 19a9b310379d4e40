/** Which leads have arrived since the window began watching, whatever part of the list it has loaded. */
import { expect, it } from 'vitest';
import type { LeadID } from '../../../../contract/records.ts';
import { readArrivals } from '../../../../main/engine/leads/arrived.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import type { List } from '../../../../main/engine/leads/list.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { negotiation, rfc } from '../support/records.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { noon } from '../support/store.ts';

const needsReply: List = { view: 'needs_reply', business: null };
const minute = 60_000;
const day = 24 * 60 * minute;

const arrive = (bench: Bench, id: string, at = noon): void =>
  void bench.deliver('NegotiationCreatedV4', negotiation(id, { createdAt: rfc(at) }));

it('arrived leads are reported with their place in the list until they are read', () => {
  const bench = testIngest();
  arrive(bench, 'there');
  const { mark, leads } = readArrivals(bench.store, needsReply, null);
  expect(leads).toEqual([]);
  expect(readArrivals(bench.store, needsReply, mark)).toEqual({ mark, leads: [] });
  arrive(bench, 'second', noon + 2 * minute);
  arrive(bench, 'first', noon + minute);
  const names = () => {
    const rows = bench.view('needs_reply');
    return readArrivals(bench.store, needsReply, mark).leads.map(({ leadID }) =>
      rows.findIndex((row) => row.leadID === leadID),
    );
  };
  expect(names()).toEqual([1, 2]);
  expect(readArrivals(bench.store, { view: 'starred', business: null }, mark).leads).toEqual([]);
  const opened = toRow(bench.view('needs_reply')[1]?.leadID ?? ('' as LeadID)) ?? 0;
  markRead(bench.store, [opened]);
  refreshInbox(bench.store, opened);
  expect(names()).toEqual([2]);
});

it('an imported lead does not count as an arrival, and the mark moves past it', () => {
  const bench = testIngest();
  const { mark } = readArrivals(bench.store, needsReply, null);
  for (const id of ['1', '2', '3']) arrive(bench, id, noon - 8 * day);
  const now = readArrivals(bench.store, needsReply, mark);
  expect(now).toEqual({ mark: mark + 3, leads: [] });
});
