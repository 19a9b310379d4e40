// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery, WebhooksOfOwner } from '../../../../contract/commands/webhooks.ts';
import { type Account } from '../../../../contract/accounts.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { WebhooksPage } from '../../../../renderer/webhooks/webhooks-page.tsx';
import { accountLike } from '../support/accounts.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const sam = (more: Partial<Record<keyof Account, unknown>> = {}): Account =>
  accountLike('a1', 'v4', 'connected', { profileName: 'Harbor Leads', userName: 'Sam', ...more });

const ace = (more: Partial<WebhooksOfOwner> = {}): WebhooksOfOwner => ({
  businessID: 'b1',
  name: 'Ace',
  state: 'active',
  error: null,
  webhooks: [],
  ...more,
});

await words.loadNamespaces('webhooks');

const open = async (
  accounts: readonly Account[],
  owners: readonly WebhooksOfOwner[],
  more: Parameters<typeof fakeBridge>[0] = {},
) => {
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [...accounts], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    'webhooks.list': () => ok({ owners: [...owners] }),
    'deliveries.list': () => ok({ deliveries: [], next: null, notUnderstood: 0, lastAt: [] }),
    ...more,
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(
    stores,
    <Suspense>
      <WebhooksPage />
    </Suspense>,
  );
  return { bridge, stores };
};

const write = (field: HTMLElement, value: string): void =>
  void fireEvent.change(field, { target: { value } });

/** Presses the form's submit button, as Enter does in a form with several fields. */
const pressEnter = (field: HTMLElement): void => {
  const { form } = field as HTMLInputElement;
  const buttons = [...document.querySelectorAll('button')];
  const submit = buttons.find((button) => button.type === 'submit' && button.form === form);
  if (submit !== undefined) fireEvent.click(submit);
};

describe('the webhooks page', () => {
  it('without an account offers to connect one', async () => {
    const { stores } = await open([], []);
    fireEvent.click(screen.getByRole('button', { name: 'Connect an account' }));
    expect(stores.session.getState().screen).toBe('welcome');
  });

  it('of a legacy account offers the move and sends no request', async () => {
    const { bridge } = await open([sam({ interface: 'legacy' })], []);
    expect(screen.getByText('This account uses the old interface')).toBeTruthy();
    expect(bridge.inputsOf('webhooks.list')).toEqual([]);
  });

  it('starts with a connected account', async () => {
    const ended = { state: 'disconnected', since: noon, memoryOnly: false };
    const { bridge } = await open([sam({ grant: ended }), sam({ accountID: 'a2' })], []);
    expect(bridge.inputsOf('webhooks.list')).toEqual([{ accountID: 'a2' }]);
  });

  it('explains that the service cannot reach this computer, without a Fix button', async () => {
    const { stores } = await open([sam()], [ace({ state: 'not_possible' })]);
    await screen.findByText("The marketplace can't reach this computer");
    expect(screen.queryByRole('button', { name: 'Fix' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open Connection' }));
    expect(stores.session.getState().screen).toBe('connection');
  });

  it('shows for each business whether it was fixed, and why not', async () => {
    await open([sam()], [ace({ state: 'missing' }), ace({ businessID: 'b2', state: 'disabled' })], {
      'webhooks.repair': () =>
        ok({
          businesses: [
            { name: 'Ace', repaired: true, reason: null },
            { name: 'Best', repaired: false, reason: { code: 'forbidden', message: 'No.' } },
          ],
        }),
    });
    await screen.findByText('Instant delivery is off for 2 businesses');
    fireEvent.click(screen.getByRole('button', { name: 'Fix' }));
    await screen.findByText('Fixed: instant delivery is on for Ace.');
    expect(screen.getByText('Not fixed: Best.').parentElement?.textContent).toContain(
      "Your account isn't allowed to do this.",
    );
  });

  it('shows a test that arrived even if the list of deliveries is filtered', async () => {
    const came: Delivery = {
      deliveryID: '7',
      eventType: 'NegotiationCreatedV4',
      receivedAt: noon,
      times: 1,
      state: 'applied',
      reason: null,
      leadID: null,
      customerName: 'Test Customer',
      businessName: '',
      size: 2,
    };
    await open([sam()], [ace()], {
      'webhooks.test': () => ok({ afterMs: 240, deliveryID: '7' }),
      'deliveries.list': ({ filter }) =>
        ok({
          deliveries: filter === 'all' ? [came] : [],
          next: null,
          notUnderstood: 1,
          lastAt: [],
        }),
      'deliveries.get': () => ok({ delivery: came, body: '{"a":1}' }),
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Deliveries/ }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Couldn't be read/ }));
    fireEvent.click(screen.getByRole('radio', { name: 'Registered' }));
    const card = await screen.findByRole('article', { name: 'Ace' });
    fireEvent.click(within(card).getByRole('button', { name: 'Send', hidden: true }));
    fireEvent.click(await within(card).findByRole('button', { name: 'Show it' }));
    expect((await screen.findByRole('region', { name: 'Body' })).textContent).toContain('"a": 1');
  });

  it('shows that a delivery’s body was removed, without a Retry button', async () => {
    const came: Delivery = {
      ...{ deliveryID: '7', eventType: 'NegotiationCreatedV4', receivedAt: noon, times: 1 },
      ...{ state: 'applied', reason: null, leadID: null, customerName: 'Maria', businessName: '' },
      size: 2_048,
    };
    await open([sam()], [ace()], {
      'deliveries.list': () => ok({ deliveries: [came], next: null, notUnderstood: 0, lastAt: [] }),
      'deliveries.get': () => ok({ delivery: came, body: null }),
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Deliveries/ }));
    fireEvent.click(await screen.findByRole('button', { name: /Maria/ }));
    await screen.findByText(/^The body was removed after 30 days/);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('shows a delivery without a kind without an empty place for it', async () => {
    const came: Delivery = {
      ...{ deliveryID: '7', eventType: '', receivedAt: noon, times: 1, size: 2 },
      ...{ state: 'not_understood', reason: 'no object', leadID: null },
      ...{ customerName: '', businessName: '' },
    };
    await open([sam()], [ace()], {
      'deliveries.list': () => ok({ deliveries: [came], next: null, notUnderstood: 1, lastAt: [] }),
      'deliveries.get': () => ok({ delivery: came, body: '[]' }),
    });
    fireEvent.click(await screen.findByRole('radio', { name: /^Deliveries/ }));
    fireEvent.click(await screen.findByRole('button', { name: /Unknown kind/ }));
    expect((await screen.findByText(/2 bytes/)).textContent).toMatch(/[AP]M · 2 bytes$/);
  });

  it('submits its dialogs with Enter in a field', async () => {
    const webhook = {
      webhookID: 'w1',
      url: 'https://x.test/',
      enabled: true,
      authType: 'None',
      eventTypes: [],
      ours: false,
    };
    const { bridge } = await open([sam()], [ace({ webhooks: [webhook] })], {
      'webhooks.create': () => no('rejected'),
      'webhooks.setCredentials': () => no('rejected'),
    });
    const row = await screen.findByRole('listitem', { name: 'Webhook https://x.test/' });
    fireEvent.click(within(row).getByRole('button', { name: /^Change the webhook/ }));
    fireEvent.click(within(row).getByRole('button', { name: 'Set credentials' }));
    write(within(row).getByLabelText('User name'), 'front');
    write(within(row).getByLabelText('Password'), 'desk');
    pressEnter(within(row).getByLabelText('Password'));
    expect(bridge.inputsOf('webhooks.setCredentials')).toHaveLength(1);

    fireEvent.click(screen.getByRole('button', { name: 'Add webhook to Ace' }));
    const dialog = screen.getByRole('dialog', { name: /Ace/ });
    write(within(dialog).getByLabelText('Address'), 'https://partner.test/hear');
    fireEvent.click(within(dialog).getAllByRole('checkbox')[0]!);
    write(within(dialog).getByLabelText('User name'), 'front');
    write(within(dialog).getByLabelText('Password'), 'desk');
    pressEnter(within(dialog).getByLabelText('Address'));
    expect(bridge.inputsOf('webhooks.create')).toMatchObject([
      { url: 'https://partner.test/hear', credentials: { username: 'front', password: 'desk' } },
    ]);
  });

  it.each([true, false])(
    'keeps a second webhook being written when the first, whose dialog was closed, has ended (%s)',
    async (isCreated) => {
      const creating = holdAnswers();
      const created = {
        ...{ webhookID: 'w1', url: 'https://first.test/', enabled: true, authType: 'None' },
        ...{ eventTypes: [], ours: false },
      };
      const { bridge, stores } = await open([sam()], [ace()], {
        'webhooks.create': async () => {
          await creating.inTime();
          return isCreated ? ok({ webhook: created }) : no('rejected');
        },
      });
      const begin = async (address: string): Promise<HTMLElement> => {
        fireEvent.click(await screen.findByRole('button', { name: 'Add webhook to Ace' }));
        const dialog = screen.getByRole('dialog', { name: /Ace/ });
        write(within(dialog).getByLabelText('Address'), address);
        return dialog;
      };
      const first = await begin('https://first.test/');
      fireEvent.click(within(first).getAllByRole('checkbox')[0]!);
      fireEvent.click(within(first).getByRole('checkbox', { name: /user name/ }));
      pressEnter(within(first).getByLabelText('Address'));
      expect(bridge.inputsOf('webhooks.create')).toHaveLength(1);
      fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
      const second = await begin('https://second.test/');
      await creating.release();
      await vi.waitFor(() => expect(bridge.inputsOf('webhooks.list')).toHaveLength(2));
      const field = within(second).getByLabelText<HTMLInputElement>('Address');
      expect(field.value).toBe('https://second.test/');
      expect(within(second).queryByRole('alert')).toBeNull();
      await vi.waitFor(() =>
        expect(stores.toasts.getState().toasts).toMatchObject(
          isCreated ? [] : [{ content: { kind: 'failed', code: 'rejected' } }],
        ),
      );
    },
  );

  it('explains what to do when a test did not arrive', async () => {
    await open([sam()], [ace()], {
      'webhooks.test': () => ok({ afterMs: null, deliveryID: null }),
    });
    const card = await screen.findByRole('article', { name: 'Ace' });
    fireEvent.click(within(card).getByRole('button', { name: 'Send', hidden: true }));
    await within(card).findByText(/Nothing arrived within 20 seconds/);
  });

  it('shows why one business’s webhooks cannot be read next to the others', async () => {
    const error = { code: 'forbidden', message: 'No.' } as const;
    await open([sam()], [ace(), ace({ businessID: 'b2', name: 'Best', state: null, error })]);
    const card = await screen.findByRole('article', { name: 'Best' });
    expect(within(card).getByRole('alert').textContent).toContain('belongs to someone else');
  });

  it('shows unknown event types and authentication types unchanged', async () => {
    const webhook = {
      webhookID: 'w1',
      url: 'https://x.test/',
      enabled: null,
      authType: 'Signed',
      eventTypes: ['RoofFellInV9'],
      ours: false,
    };
    await open([sam()], [ace({ webhooks: [webhook] })]);
    const row = await screen.findByRole('listitem', { name: 'Webhook https://x.test/' });
    expect(row.textContent).toContain('Signed');
    expect(row.textContent).toContain('RoofFellInV9');
    expect(row.textContent).toContain('Unknown whether on or off');
  });

  it('warns of lost leads only if Hearthline’s webhook is not already off', async () => {
    const hook = (webhookID: string, enabled: boolean) => ({
      ...{ webhookID, enabled, url: `https://${webhookID}.test/`, ours: true },
      ...{ authType: 'Basic', eventTypes: ['NegotiationCreatedV4'] },
    });
    await open([sam()], [ace({ webhooks: [hook('on', true), hook('off', false)] })]);
    for (const [name, warnings] of [
      ['on', 2],
      ['off', 0],
    ] as const) {
      const row = await screen.findByRole('listitem', { name: new RegExp(`https://${name}`) });
      fireEvent.click(within(row).getByRole('button', { name: /^Change/ }));
      fireEvent.click(within(row).getByRole('button', { name: 'Set credentials' }));
      expect(within(row).queryAllByText(/^Hearthline needs this webhook/)).toHaveLength(warnings);
    }
  });

  it('shows why a deleted webhook could not be restored', async () => {
    const webhook = {
      webhookID: 'w1',
      url: 'https://x.test/',
      enabled: true,
      authType: 'None',
      eventTypes: ['NegotiationCreatedV4'],
      ours: false,
    };
    let webhooks = [webhook];
    await open([sam()], [], {
      'webhooks.list': () => ok({ owners: [ace({ webhooks })] }),
      'webhooks.delete': () => {
        webhooks = [];
        return ok({ restorable: true });
      },
      'webhooks.restore': () => no('service_unavailable'),
    });
    const row = await screen.findByRole('listitem', { name: 'Webhook https://x.test/' });
    fireEvent.click(within(row).getByRole('button', { name: /^Change the webhook/ }));
    fireEvent.click(within(row).getByRole('button', { name: 'Delete' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toContain(
      "The marketplace isn't working right now.",
    );
  });

  it('can retry when the list cannot be loaded', async () => {
    const { bridge } = await open([sam()], [], { 'webhooks.list': () => no('engine_unavailable') });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(bridge.inputsOf('webhooks.list')).toHaveLength(2);
  });
});
