// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionReport } from '../../../../contract/accounts.ts';
import type { LeadRow } from '../../../../contract/records.ts';
import type { SavedReply, SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { useFirstLead } from '../../../../renderer/inbox/first-lead.ts';
import { runAfterPaint } from '../../../../renderer/ui/late.ts';
import { accountLike, reportLike } from '../support/accounts.ts';
import { fakeBridge, listOf, noon, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

afterEach(() => localStorage.clear());

const Start = () => {
  useFirstLead('wide');
  return null;
};

const own: SavedReply = {
  savedReplyID: 'own' as SavedReplyID,
  name: 'Mine',
  text: 'Hello',
  scope: { for: 'all' },
  isPinned: false,
};

type Backfill = ConnectionReport['backfill']['state'];
type Setup = {
  readonly replies?: readonly SavedReply[];
  readonly rows?: readonly LeadRow[];
  readonly backfill?: Backfill;
};

const waiting = [
  row({ leadID: 'l1', createdAt: noon - 60_000 }),
  row({ leadID: 'l2', createdAt: noon }),
  row({ leadID: 'l3', createdAt: noon - 90_000 }),
];

const open = async (
  practice: boolean,
  { replies = [], rows = waiting, backfill = 'done' }: Setup = {},
) => {
  let imported: Backfill = backfill;
  const bridge = fakeBridge({
    'connect.accounts': () =>
      ok({ accounts: [accountLike('a1', 'v4', 'connected', { practice })], keychain: 'ready' }),
    'connection.report': () =>
      ok({ reports: [{ ...reportLike('a1', []), backfill: { state: imported, leads: 3 } }] }),
    'leads.list': () => ok(listOf(rows)),
    'savedReplies.list': () => ok({ replies: [...replies] }),
    'savedReplies.save': () => ok({}),
  });
  const stores = await openInboxOver(bridge, <Start />);
  const finishImport = (): void => {
    imported = 'done';
    bridge.emit('changed', { kinds: ['connection'], leadIDs: null });
  };
  return { ...stores, bridge, finishImport };
};

const start = async (practice: boolean, setup: Setup = {}) => {
  const { leads, replyFocus, session, bridge } = await open(practice, setup);
  await waitFor(() => expect(leads.getState().selected).not.toBeNull());
  return {
    selected: leads.getState().selected,
    requested: replyFocus.getState().requested,
    isTryingKeys: session.getState().isTryingKeys,
    bridge,
  };
};

it('the first start with sample leads opens the newest lead’s composer and pins three replies', async () => {
  const { bridge, ...first } = await start(true);
  expect(first).toEqual({ selected: 'l2', requested: 'l2', isTryingKeys: true });
  await waitFor(() => expect(bridge.inputsOf('savedReplies.save')).toHaveLength(3));
  for (const saved of bridge.inputsOf('savedReplies.save'))
    expect(saved).toMatchObject({ isPinned: true });
});

it('the first start with sample leads opens one without an answer before a newer conversation', async () => {
  const rows = [row({ leadID: 'l1', createdAt: noon - 60_000, needsFirstReply: true }), ...waiting];
  expect((await start(true, { rows })).selected).toBe('l1');
});

it('the first start with sample leads opens a conversation only after the import', async () => {
  const { leads, finishImport, bridge } = await open(true, { backfill: 'running' });
  await waitFor(() => expect(bridge.inputsOf('connection.report')).not.toEqual([]));
  await new Promise<void>((painted) => void runAfterPaint(painted));
  expect(leads.getState().selected).toBeNull();
  finishImport();
  await waitFor(() => expect(leads.getState().selected).toBe('l2'));
});

it('the next start opens the first lead and adds no replies', async () => {
  await start(true);
  cleanup();
  const { bridge, ...next } = await start(true);
  expect(next).toEqual({ selected: 'l1', requested: null, isTryingKeys: false });
  expect(bridge.inputsOf('savedReplies.list')).toEqual([]);
});

it('the first start with sample leads adds no replies to existing ones', async () => {
  const { bridge } = await start(true, { replies: [own] });
  await waitFor(() => expect(bridge.inputsOf('savedReplies.list')).toHaveLength(1));
  expect(bridge.inputsOf('savedReplies.save')).toEqual([]);
});

it('the first start with a real account opens the first waiting lead and adds no replies', async () => {
  const { bridge, ...first } = await start(false);
  expect(first).toEqual({ selected: 'l1', requested: null, isTryingKeys: false });
  expect(bridge.inputsOf('savedReplies.list')).toEqual([]);
});
