// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../contract/accounts.ts';
import { Remove } from '../../../../renderer/connection/remove.tsx';
import { AccountCard } from '../../../../renderer/connection/account-card.tsx';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok, row } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

type Answers = Parameters<typeof fakeBridge>[0];

const show = (element: React.ReactElement, answers: Answers = {}) => {
  const bridge = fakeBridge(answers);
  const stores = createStores(bridge, () => noon);
  const { rerender } = showIn(stores, element);
  return { ...bridge, showNow: rerender };
};

const accountWith = (practice: boolean, state: Account['grant']['state'] = 'disconnected') =>
  accountLike('a1', 'v4', state, { profileName: 'Harbor Leads', userName: 'Pat Reed', practice });

describe('removing an account', () => {
  it('shows how much is deleted, and deletes after confirmation', async () => {
    const contents = { leads: 1, messages: 12, drafts: 0, notes: 3, unsent: 2 };
    const bridge = show(<Remove account={accountWith(false)} />, {
      'connection.contents': () => ok(contents),
      'connect.remove': () => ok({}),
    });
    fireEvent.click(screen.getByText('Remove account and leads'));
    await screen.findByText(
      "This deletes 1 lead, 12 messages, 3 notes, and 2 unsent replies, with their tags and photos. You can't undo it.",
    );
    // The same person may have a staging account.
    screen.getByText('Remove Harbor Leads (Pat Reed) from this computer?');
    expect(bridge.inputsOf('connect.remove')).toEqual([]);
    fireEvent.click(screen.getByText('Remove'));
    await expect.poll(() => bridge.inputsOf('connect.remove')).toEqual([{ accountID: 'a1' }]);
  });

  it('counts the leads once and opens once when its button is pressed twice', async () => {
    const counting = holdAnswers(false);
    const bridge = show(<Remove account={accountWith(true)} />, {
      'connection.contents': async () => {
        await counting.inTime();
        return ok({ leads: 24, messages: 9, drafts: 0, notes: 3, unsent: 0 });
      },
    });
    const button = screen.getByText('Remove sample leads');
    fireEvent.click(button);
    counting.hold();
    fireEvent.click(button);
    await screen.findByText(/24 leads, 9 messages, and 3 notes/);
    fireEvent.click(screen.getByText('Cancel'));
    await counting.release();
    expect(bridge.inputsOf('connection.contents')).toHaveLength(1);
    expect(screen.getByRole('dialog', { hidden: true }).hasAttribute('open')).toBe(false);
  });

  it('shows its progress, continues when hidden, and then focuses the page', async () => {
    let left = 100_000;
    const removed = Promise.withResolvers<ReturnType<typeof ok<object>>>();
    const bridge = show(
      <main>
        <h1 tabIndex={-1}>Connection</h1>
        <Remove account={accountWith(false, 'connected')} />
      </main>,
      {
        'connection.contents': () =>
          ok({ leads: left, messages: 0, drafts: 0, notes: 0, unsent: 0 }),
        'connection.left': () => ok({ leads: left }),
        'connect.remove': () => removed.promise as never,
      },
    );
    fireEvent.click(screen.getByText('Remove account and leads'));
    await screen.findByText(/The account is disconnected first\./);
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText('0 of 100,000 leads removed. You can keep working.');
    left = 40_000;
    await screen.findByText('60,000 of 100,000 leads removed. You can keep working.');
    fireEvent.click(screen.getByText('Hide'));
    expect(screen.getByRole('dialog', { hidden: true }).hasAttribute('open')).toBe(false);
    expect(bridge.inputsOf('connect.remove')).toHaveLength(1);
    removed.resolve(ok({}));
    await expect.poll(() => document.activeElement?.textContent).toBe('Connection');
  });

  it('stays open and shows a failure', async () => {
    show(<Remove account={accountWith(true)} />, {
      'connection.contents': () => ok({ leads: 24, messages: 9, drafts: 0, notes: 3, unsent: 0 }),
      'connect.remove': () => no('disk_full'),
    });
    fireEvent.click(screen.getByText('Remove sample leads'));
    await screen.findByText(/24 leads, 9 messages, and 3 notes/);
    fireEvent.click(screen.getByText('Remove'));
    await screen.findByText(/disk is full/i);
  });

  it('shows how much is left when it resumes', async () => {
    show(<Remove account={{ ...accountWith(false), removing: true }} />, {
      'connection.left': () => ok({ leads: 1_200 }),
    });
    await screen.findByText('Removing: 1,200 leads left. You can keep working.');
    expect(screen.queryByText('Remove account and leads')).toBeNull();
  });

  it('keeps its dialog open when the account disconnects meanwhile', async () => {
    const shown = show(<AccountCard account={accountWith(true, 'connected')} report={null} />, {
      'connection.contents': () => ok({ leads: 24, messages: 9, drafts: 0, notes: 3, unsent: 0 }),
    });
    fireEvent.click(screen.getByText('Remove sample leads'));
    await screen.findByText(/24 leads, 9 messages, and 3 notes/);
    shown.showNow(<AccountCard account={accountWith(true)} report={null} />);
    expect(screen.getByText(/24 leads, 9 messages, and 3 notes/).closest('dialog')?.open).toBe(
      true,
    );
  });
});

it('a test lead is marked in its row', async () => {
  const lead = row({ isTest: true });
  show(
    <LeadRow
      lead={lead}
      isSelected={false}
      position={1}
      total={1}
      isNamed={false}
      isCurrent={false}
      onPress={() => undefined}
      onCheck={() => undefined}
    />,
  );
  expect(screen.getByRole('option').textContent).toContain('Test');
});
