// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { move } from '../../../../contract/commands/move.ts';
import { account, connectionReport } from '../../../../contract/accounts.ts';
import { message } from '../../../../contract/records.ts';
import { AccountCard } from '../../../../renderer/connection/account-card.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SendingState } from '../../../../renderer/thread/sending-state.tsx';
import { accountLike, reportLike } from '../support/accounts.ts';
import { fakeBridge, noon, ok, messageLike, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

type Answers = Parameters<typeof fakeBridge>[0];

const showText = (element: React.ReactElement, answers: Answers = {}): string =>
  showIn(
    createStores(fakeBridge(answers), () => noon),
    element,
  ).container.textContent ?? '';

const showCard = (
  changes: object = {},
  polling: object = {},
  answers: Answers = {},
  report: object = {},
): string =>
  showText(
    <AccountCard
      account={accountLike('a1', 'v4', 'connected', {
        profileName: 'Harbor Leads',
        userName: 'Pat Reed',
        email: 'pat@example.com',
        scopes: ['supply::users.read'],
        ...changes,
      })}
      report={connectionReport.parse({
        accountID: 'a1',
        online: true,
        lastContactAt: noon,
        lastFailure: null,
        polling: { lastAt: noon, nextAt: null, listsLeads: null, pausedUntil: null, ...polling },
        backfill: { state: 'done', leads: 3 },
        receiver: {
          listening: true,
          port: 1,
          reachable: true,
          lastDeliveryAt: null,
          refused: 0,
          lacksPassword: false,
        },
        webhooks: [],
        yielded: [],
        gaps: [],
        outbox: { waiting: 0, failed: 0 },
        notUnderstood: 0,
        ...report,
      })}
    />,
    answers,
  );

const findTone = (row: string): string | null | undefined =>
  document.querySelector(`[data-row="${row}"]`)?.getAttribute('data-tone');

describe('an account on the connection page', () => {
  it('shows the person, the marketplace and the scopes', () => {
    const text = showCard();
    for (const part of ['Harbor Leads', 'Signed in as Pat Reed', 'pat@example.com'])
      expect(text).toContain(part);
    expect(text).toContain('supply::users.read');
  });

  it('promises no new leads where older ones are not provided', () => {
    const text = showCard(
      {},
      { listsLeads: false },
      {},
      { backfill: { state: 'impossible', leads: 0 } },
    );
    expect(text).toContain("Older leadsThe marketplace doesn't provide older leads.");
    expect(text).not.toMatch(/new ones come/i);
  });

  it('of a team is disconnected and removed by owners only, who read that it is for all', () => {
    const member = showCard({ team: 'member' });
    expect(member).toContain('Shared with your team. An owner can disconnect it.');
    expect(screen.queryByRole('button', { name: /Disconnect|Remove/ })).toBeNull();
    cleanup();
    expect(showCard({ team: 'owner' })).toContain('This ends the sign-in for the whole team');
    expect(showCard()).not.toContain('whole team');
  });

  it('names the account that serves a business of both', async () => {
    const [first, second] = [
      accountLike('a1', 'v4', 'connected', { profileName: 'Harbor Leads', userName: 'Pat Reed' }),
      accountLike('a2', 'v4', 'connected', { profileName: 'Harbor Leads', userName: 'Sam Hill' }),
    ];
    const bridge = fakeBridge({
      'connect.accounts': () => ok({ accounts: [first, second], keychain: 'ready' as const }),
      'connection.report': () => ok({ reports: [] }),
    });
    const stores = createStores(bridge, () => noon);
    const { accountID } = second;
    const yielded = [{ businessID: 'b1', businessName: 'Hill Plumbing', accountID }];
    const report = { ...reportLike('a1', []), yielded };
    const { container } = showIn(stores, <AccountCard account={first} report={report} />);
    await act(() => readAccounts(stores));
    expect(container.textContent).toContain(
      'Hill Plumbing: leads come in through Harbor Leads (Sam Hill)',
    );
    expect(container.textContent).not.toContain('No businesses yet');
  });

  it('shows the number of leads only during the import', () => {
    expect(showCard()).toContain('Older leadsAll imported');
    expect(showCard({}, {}, {}, { backfill: { state: 'running', leads: 1_200 } })).toContain(
      'Importing: 1,200 so far',
    );
  });

  it('of practice shows that its leads are hidden next to a real account, not alone', async () => {
    const ended = {
      accountID: 'p1',
      profileName: 'Practice',
      environment: 'sandbox',
      interface: 'v4',
      host: '127.0.0.1',
      userName: 'Pat Reed',
      email: '',
      scopes: [],
      missingScopes: [],
      grant: { state: 'disconnected', since: noon, memoryOnly: false },
      practice: true,
    } as const;
    const practice = account.parse(ended);
    const real = account.parse({ ...ended, accountID: 'a1', practice: false });
    const accounts = [practice, real];
    const bridge = fakeBridge({
      'connect.accounts': () => ok({ accounts, keychain: 'ready' as const }),
      'connection.report': () => ok({ reports: [] }),
    });
    const stores = createStores(bridge, () => noon);
    const { container } = showIn(stores, <AccountCard account={practice} report={null} />);
    expect(container.textContent).toContain('You can still read your leads here.');
    await act(() => readAccounts(stores));
    expect(container.textContent).toContain('Sample leads, hidden');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(
      'Remove sample leads',
    );
    expect(container.textContent).not.toContain('still read');
  });

  it('of the legacy interface shows its business and its scope', () => {
    const text = showCard({
      interface: 'legacy',
      userName: 'Lee Plumbing',
      email: '',
      scopes: ['messages'],
    });
    expect(text).toContain('Signed in as Lee Plumbing');
    expect(text).toContain('messages');
  });

  it('of the legacy interface offers no move after a finished one', async () => {
    const finished = move.parse({
      from: 'a1',
      profileID: 'p',
      to: 'a2',
      withoutWebhooks: false,
      matching: { state: 'done', left: 0, matched: 3, kept: 0, reason: null },
      startedAt: noon,
      finishedAt: noon,
    });
    const old = {
      interface: 'legacy',
      grant: { state: 'disconnected', since: noon, memoryOnly: false },
    };
    showCard(old, {}, { 'move.get': () => ok({ move: finished }) });
    expect(
      await screen.findByText('This account was moved to the current interface.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move this account' })).toBeNull();
    cleanup();
    const unfinished = vi.fn(() => ok({ move: { ...finished, finishedAt: null } }));
    showCard(old, {}, { 'move.get': unfinished });
    await waitFor(() => expect(unfinished).toHaveResolved());
    await act(async () => undefined);
    expect(screen.getByRole('button', { name: 'Move this account' })).toBeTruthy();
  });

  it('of the legacy interface retries a failed notification of the service', async () => {
    const disconnect = vi.fn(() => ({
      ok: false as const,
      error: { code: 'service_unavailable' as const, message: '' },
    }));
    const grant = { state: 'disconnected', since: noon, memoryOnly: false };
    const answers = {
      'move.get': () => ok({ move: null }),
      'connect.disconnect': disconnect,
      'connect.accounts': () => ok({ accounts: [], keychain: 'ready' }),
    };
    expect(showCard({ interface: 'legacy', grant }, {}, answers as Answers)).not.toContain(
      "Couldn't notify",
    );
    cleanup();
    showCard(
      { interface: 'legacy', grant: { ...grant, notNotified: true } },
      {},
      answers as Answers,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(new RegExp(words.t('errors.service_unavailable.what')));
    expect(disconnect).toHaveBeenCalledExactlyOnceWith({ accountID: 'a1' });
    expect(screen.getByText("Couldn't notify the marketplace.")).toBeTruthy();
  });

  it('warns that the sign-in ends at quit without a keychain', () => {
    showCard({ grant: { state: 'connected', since: noon, memoryOnly: true } });
    const row = screen.getByText('Signed in until you quit: no keychain here');
    expect(row.closest('[data-row]')?.getAttribute('data-tone')).toBe('mild');
  });

  it('lists missing permissions in words', () => {
    const missingScopes = ['offline_access', 'supply::messages.write', 'supply::anything'];
    const text = showCard({ missingScopes });
    expect(text).toContain(
      `Some permissions are missing: ${words.t('connect.scopes.offline')}, ${words.t('connect.scopes.messagesWrite')}, supply::anything.`,
    );
  });

  it('shows a requested pause of the service, and no other failure as one', () => {
    const resting = { pausedUntil: noon + 120_000 };
    const after = (code: string, online: boolean): string => {
      cleanup();
      return showCard({}, resting, {}, { lastFailure: { code, message: '' }, online });
    };
    expect(after('rate_limited', true)).toContain('The marketplace asked us to slow down.');
    expect(after('timeout', false)).not.toContain('asked us to slow down');
    cleanup();
    expect(showCard()).not.toContain('The marketplace asked us to slow down.');
  });

  it('shows that the service does not list leads', () => {
    expect(showCard({}, { listsLeads: false })).toContain("The marketplace doesn't list leads.");
  });

  it('asks for another profile where the marketplace refuses the sign-in', () => {
    const lastFailure = { code: 'connect_refused', message: '', detail: 'invalid_client' };
    const text = showCard({}, { nextAt: noon + 57_000 }, {}, { lastFailure });
    expect(text).toContain('The marketplace refused the sign-in.');
    expect(text).toContain('Stopped while the marketplace refuses the sign-in');
    expect(text).not.toMatch(/Reached|Next check/);
    expect(findTone('service')).toBe('bad');
    expect(findTone('sign-in')).toBe('idle');
    expect(screen.getByRole('button', { name: 'Use another profile' })).toBeTruthy();
  });

  it.each([
    ['bad', "The marketplace can't reach this computer", { reachable: false }, {}],
    ['bad', "The marketplace can't send new leads yet", { lacksPassword: true }, {}],
    ['mild', "Not confirmed while the marketplace doesn't answer", {}, { online: false }],
    ['idle', 'No calls yet', {}, {}],
    ['good', 'Last call', { lastDeliveryAt: noon }, {}],
    [
      'bad',
      'Not confirmed while the marketplace refuses the sign-in',
      { lastDeliveryAt: noon },
      { lastFailure: { code: 'connect_refused', message: '' } },
    ],
  ])(
    'of the legacy interface has one judgement in dot and words: %s, %s',
    (tone, part, facts, report) => {
      const { receiver } = reportLike('a1', []);
      const text = showCard(
        { interface: 'legacy' },
        { listsLeads: false },
        {},
        {
          receiver: { ...receiver, ...facts },
          ...report,
        },
      );
      expect(findTone('calls')).toBe(tone);
      expect(text).toContain(part);
    },
  );

  it('waits for no check and no older leads that the marketplace does not provide', () => {
    const backfill = { state: 'impossible', leads: 0 };
    const text = showCard({ environment: 'staging' }, { listsLeads: false }, {}, { backfill });
    expect(text).toContain('Regular checkChecked');
    expect([findTone('polling'), findTone('backfill')]).toEqual(['idle', 'idle']);
  });

  it('shows that an invalid sign-in must be reconnected', () => {
    expect(showCard({ grant: { state: 'reconnect', since: noon, memoryOnly: false } })).toContain(
      'The marketplace no longer accepts this sign-in.',
    );
  });

  it('shows why the team’s hub ended a sign-in', () => {
    const grant = { state: 'reconnect', since: noon, memoryOnly: false } as const;
    expect(showCard({ grant: { ...grant, why: 'not_in_team' } })).toContain(
      "This computer isn't part of the team. Ask an owner of the team for an invitation.",
    );
    expect(showCard({ grant: { ...grant, why: 'owner_needed' } })).toContain(
      'Only an owner of the team can connect this account.',
    );
  });
});

describe('the state of a reply', () => {
  it('shows that it was sent', () => {
    expect(
      showText(<SendingState message={messageLike('m1', { side: 'business' })} isQuiet={false} />),
    ).toMatch(/Sent$/);
  });

  it.each(['gone', 'forbidden', 'rejected'] as const)(
    'shows why the service refused it (%s) and offers a retry',
    (code) => {
      const failed = message.parse({
        ...messageLike('m1', { side: 'business' }),
        sending: { state: 'failed', reason: { code, message: 'for the log' } },
      });
      const text = showText(<SendingState message={failed} isQuiet={false} />);
      expect(text).toContain(words.t(`errors.${code}.what`).replace(/\.$/, ''));
      expect(text).toContain(words.t('message.retry'));
    },
  );
});
