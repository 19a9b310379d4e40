// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { account } from '../../../../contract/records.ts';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { Remove } from '../../../../renderer/connection/remove.tsx';
import { AccountCard } from '../../../../renderer/connection/account-card.tsx';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { fakeBridge, no, noon, ok, row } from '../support/samples.ts';

afterEach(cleanup);

type Answers = Parameters<typeof fakeBridge>[0];

const show = async (element: React.ReactElement, answers: Answers = {}) => {
  const bridge = fakeBridge(answers);
  const stores = createStores(bridge, () => noon);
  const words = await startWords('en');
  const wrapped = (shown: React.ReactElement) => (
    <StoresProvider value={stores}>
      <I18nextProvider i18n={words}>
        <MantineProvider env="test">{shown}</MantineProvider>
      </I18nextProvider>
    </StoresProvider>
  );
  const { rerender } = render(wrapped(element));
  return {
    ...bridge,
    showNow: (next: React.ReactElement): void => rerender(wrapped(next)),
  };
};

const accountWith = (practice: boolean, state = 'disconnected') =>
  account.parse({
    accountID: 'a1',
    profileName: 'Harbor Leads',
    environment: 'production',
    interface: 'v4',
    host: 'api.example',
    userName: 'Pat Reed',
    email: '',
    scopes: [],
    missingScopes: [],
    grant: { state, since: noon, memoryOnly: false },
    practice,
  });

describe('removing an account', () => {
  it('says first how much goes, and removes it when that is confirmed', async () => {
    const contents = { leads: 1, messages: 12, drafts: 0, unsent: 2 };
    const bridge = await show(<Remove account={accountWith(false)} />, {
      'connection.contents': () => ok(contents),
      'connect.remove': () => ok({}),
    });
    fireEvent.click(screen.getByText('Remove account and leads'));
    await screen.findByText(
      'This deletes 1 lead, 12 messages, and 2 unsent replies. You can’t undo it.',
    );
    expect(bridge.inputsOf('connect.remove')).toEqual([]);
    fireEvent.click(screen.getByText('Remove'));
    await expect.poll(() => bridge.inputsOf('connect.remove')).toEqual([{ accountID: 'a1' }]);
  });

  it('stays open and says why when it could not be removed', async () => {
    await show(<Remove account={accountWith(true)} />, {
      'connection.contents': () => ok({ leads: 24, messages: 9, drafts: 0, unsent: 0 }),
      'connect.remove': () => no('disk_full'),
    });
    fireEvent.click(screen.getByText('Remove sample leads'));
    await screen.findByText(/24 leads and 9 messages/);
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText(/disk is full/i);
  });

  it('goes on asking when the account ends meanwhile', async () => {
    const shown = await show(
      <AccountCard account={accountWith(true, 'connected')} report={null} />,
      { 'connection.contents': () => ok({ leads: 24, messages: 9, drafts: 0, unsent: 0 }) },
    );
    fireEvent.click(screen.getByText('Remove sample leads'));
    await screen.findByText(/24 leads and 9 messages/);
    shown.showNow(<AccountCard account={accountWith(true)} report={null} />);
    expect(screen.getByText(/24 leads and 9 messages/).closest('dialog')?.open).toBe(true);
  });
});

it('a test lead of a staging service says so in its row', async () => {
  const lead = row({ test: true });
  await show(
    <LeadRow
      lead={lead}
      selected={false}
      position={1}
      total={1}
      named={false}
      onSelect={() => undefined}
    />,
  );
  expect(screen.getByRole('option').textContent).toContain('Test');
});
