// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { AccountCard } from '../../../../renderer/connection/account-card.tsx';
import { accountLike } from '../support/accounts.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const notNotified = {
  grant: { state: 'disconnected', since: noon, memoryOnly: false, notNotified: true },
};

it.each([
  ['disconnected', accountLike('a1', 'v4', 'connected'), 'Disconnect'],
  ['reported as disconnected', accountLike('a1', 'v4', 'disconnected', notNotified), 'Try again'],
] as const)(
  'an account that is %s takes the focus only if it is not elsewhere',
  async (_what, account, button) => {
    const disconnecting = holdAnswers();
    const bridge = fakeBridge({
      'connect.disconnect': async () => {
        await disconnecting.inTime();
        return ok({});
      },
    });
    showIn(
      createStores(bridge, () => noon),
      <>
        <input aria-label="Search" />
        <AccountCard account={account} report={null} />
      </>,
    );
    const search = screen.getByLabelText('Search');
    const listBusy = () => document.querySelectorAll('[aria-disabled="true"]');
    for (const isElsewhere of [true, false]) {
      disconnecting.hold();
      // Disconnect opens a dialog with a button of the same name.
      for (const each of screen.getAllByRole('button', { name: button, hidden: true }))
        fireEvent.click(each);
      await expect.poll(listBusy).toHaveLength(1);
      search.blur();
      if (isElsewhere) search.focus();
      await disconnecting.release();
      await expect.poll(listBusy).toHaveLength(0);
      expect(document.activeElement).toBe(isElsewhere ? search : screen.getByRole('article'));
    }
  },
);
