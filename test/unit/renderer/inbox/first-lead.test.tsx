// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SavedReply, SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { useFirstLead } from '../../../../renderer/inbox/first-lead.ts';
import { accountLike } from '../support/accounts.ts';
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

const start = async (practice: boolean, replies: readonly SavedReply[] = []) => {
  const bridge = fakeBridge({
    'connect.accounts': () =>
      ok({ accounts: [accountLike('a1', 'v4', 'connected', { practice })], keychain: 'ready' }),
    'leads.list': () =>
      ok(
        listOf([
          row({ leadID: 'l1', createdAt: noon - 60_000 }),
          row({ leadID: 'l2', createdAt: noon }),
          row({ leadID: 'l3', createdAt: noon - 90_000 }),
        ]),
      ),
    'savedReplies.list': () => ok({ replies: [...replies] }),
    'savedReplies.save': () => ok({}),
  });
  const { leads, calling, session } = await openInboxOver(bridge, <Start />);
  await waitFor(() => expect(leads.getState().selected).not.toBeNull());
  return {
    selected: leads.getState().selected,
    called: calling.getState().called,
    isTryingKeys: session.getState().isTryingKeys,
    bridge,
  };
};

it('the first start with sample leads opens the newest, calls its composer and pins three replies', async () => {
  const { bridge, ...first } = await start(true);
  expect(first).toEqual({ selected: 'l2', called: 'l2', isTryingKeys: true });
  await waitFor(() => expect(bridge.inputsOf('savedReplies.save')).toHaveLength(3));
  for (const saved of bridge.inputsOf('savedReplies.save'))
    expect(saved).toMatchObject({ isPinned: true });
});

it('starters that were deleted do not come back at the next start, which opens the first lead', async () => {
  await start(true);
  cleanup();
  const { bridge, ...next } = await start(true);
  expect(next).toEqual({ selected: 'l1', called: null, isTryingKeys: false });
  expect(bridge.inputsOf('savedReplies.list')).toEqual([]);
});

it('sample leads add no reply to those that were saved already', async () => {
  const { bridge } = await start(true, [own]);
  await waitFor(() => expect(bridge.inputsOf('savedReplies.list')).toHaveLength(1));
  expect(bridge.inputsOf('savedReplies.save')).toEqual([]);
});

it('a real account begins with the first lead that waits, and with no reply of ours', async () => {
  const { bridge, ...first } = await start(false);
  expect(first).toEqual({ selected: 'l1', called: null, isTryingKeys: false });
  expect(bridge.inputsOf('savedReplies.list')).toEqual([]);
});
