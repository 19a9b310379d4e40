// @vitest-environment happy-dom
/** The count of matches in a conversation, also if the search did not reach all of it. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MatchBar } from '../../../../renderer/thread/match-bar.tsx';
import { fakeBridge, id, noon, ok, row } from '../support/samples.ts';
import { inboxOf } from '../support/inbox.ts';
import { openInboxOver } from '../support/window.tsx';

const showCount = async (count: number, isWhole: boolean): Promise<string | null> => {
  const places = Array.from({ length: count }, (_, n) => ({
    in: 'message' as const,
    id: `m${n}`,
    at: noon + n,
  }));
  const bridge = fakeBridge({
    ...inboxOf([row({})]),
    'search.places': () => ok({ places, isWhole }),
  });
  const stores = await openInboxOver(bridge, <MatchBar leadID={id('l1')} />);
  await act(async () => stores.leads.getState().search('drips', true));
  return screen.queryByRole('group')?.querySelector('[role=status]')?.textContent ?? null;
};

it.each([
  [3, true, 'Match 3 of 3'],
  [3, false, 'Match 3 of 3 or more'],
  [0, false, 'No match in the newest messages'],
  [0, true, null],
])('%i matches of a search that is complete (%s) are shown as %s', async (count, isWhole, text) => {
  expect(await showCount(count, isWhole)).toBe(text);
});
