// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StagingCall } from '../../../../contract/commands/staging.ts';
import { message } from '../../../../contract/records.ts';
import { Staging } from '../../../../renderer/app/pages/staging.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import { inboxOf } from '../support/inbox.ts';
import { fakeBridge, id, no, noon, ok, readAccounts, row } from '../support/samples.ts';
import { startListening, showIn, words } from '../support/window.tsx';

const pat = accountLike('a1', 'v4', 'connected', {
  profileName: 'Staging marketplace',
  environment: 'staging',
  host: 'staging.example',
  staging: { address: 'staging.example/v1', isOwn: true },
});

const made: StagingCall = {
  request: { method: 'POST', url: 'https://staging.example/v1', path: '/v1', body: '{}' },
  answer: { status: 200, body: '{"leadID":"s1"}' },
  durationMs: 5,
  outcome: {
    state: 'created',
    leadID: 's1',
    businessID: 'b1',
    businessName: 'Test Business',
    customerName: 'Dana',
  },
};

const replyLike = (text: string) =>
  message.parse({
    messageID: 'm2',
    leadID: 'l1',
    side: 'business',
    author: 'Pat',
    text,
    attachments: [],
    at: noon,
    isAutomatic: false,
    rule: null,
    person: null,
    sending: null,
  });

await words.loadNamespaces('staging');
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const bench = async (handlers: Parameters<typeof fakeBridge>[0]) => {
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [pat], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    ...handlers,
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  return {
    bridge,
    stores,
    open: () => showIn(stores, <Staging />),
  };
};

it('creating a test lead continues after the page is left, and the lead is listed', async () => {
  let finish = (): void => undefined;
  const { bridge, open } = await bench({
    'staging.createLead': () =>
      new Promise((resolve) => {
        finish = () => resolve(ok(made));
      }),
    'staging.ingest': () => no('gone'),
  });
  const page = open();
  fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
  await screen.findByRole('button', { name: 'Creating' });
  page.unmount();
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Creating' }));
  expect(bridge.inputsOf('staging.createLead')).toHaveLength(1);
  finish();
  await screen.findByRole('button', { name: /Dana/ });
  expect(screen.getByRole('button', { name: 'Create test lead' })).toBeTruthy();
});

it('a failure to read the accounts is shown and can be retried', async () => {
  let isDown = true;
  const { open } = await bench({
    'connect.accounts': () =>
      isDown ? no('internal') : ok({ accounts: [pat], keychain: 'ready' }),
  });
  open();
  expect(screen.getByRole('alert').dataset['error']).toBe('internal');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Create test lead' });
});

it('a failure to read the stored record is shown and can be retried', async () => {
  let isDown = true;
  const { open } = await bench({
    'staging.createLead': () => ok(made),
    'staging.ingest': () => ok({ leadID: id('l1') }),
    'staging.preview': () =>
      isDown ? no('internal') : ok({ record: '{}', fields: [], columns: [], messages: [] }),
  });
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
  await screen.findByRole('alert');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Record as it came');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a value that arrives empty and is stored empty is not shown as changed', async () => {
  const price = { name: 'price_text', value: null, from: ['leadPrice'], came: '' };
  const city = { name: 'city', value: 'Columbus', from: ['request.city'], came: '' };
  const { open } = await bench({
    'staging.createLead': () => ok(made),
    'staging.ingest': () => ok({ leadID: id('l1') }),
    'staging.preview': () => ok({ record: '{}', fields: [], columns: [price, city], messages: [] }),
  });
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
  const row = await screen.findByRole('row', { name: /price_text/ });
  expect(row.textContent).toBe('price_textemptyleadPrice');
  expect(screen.getByRole('row', { name: /city/ }).textContent).toContain('came as empty');
});

it.each(['timeout', 'outcome_unknown', 'service_unavailable', 'unexpected_answer'] as const)(
  'a test lead that staging may have created is never shown as not created: %s',
  async (code) => {
    const { open } = await bench({
      'staging.createLead': () =>
        ok({
          ...made,
          answer: null,
          outcome: { state: 'unknown', error: { code, message: code } },
        }),
    });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
    await screen.findByRole('button', { name: /May exist/ });
    expect(screen.getByRole('alert').textContent).toContain('may have been created');
    expect(document.body.textContent).not.toMatch(/No test lead|Not created/);
  },
);

it.each([{ ctrlKey: true }, { ctrlKey: true, shiftKey: true }, { altKey: true }])(
  'the test lead stays visible after a reply to it: %o',
  async (keys) => {
    const { bridge, stores, open } = await bench({
      ...inboxOf([row({ leadID: 'l1', isTest: true }), row({ leadID: 'l2' })]),
      'staging.createLead': () => ok(made),
      'staging.ingest': () => ok({ leadID: id('l1') }),
      'messages.send': ({ text }) => ok({ message: replyLike(text) }),
    });
    startListening(stores);
    await stores.leads.getState().refetch();
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Create test lead' }));
    const field = await screen.findByRole('textbox', { name: /Maria Delgado/ });
    fireEvent.change(field, { target: { value: 'On Tuesday' } });
    fireEvent.keyDown(field, { key: 'Enter', ...keys });
    await vi.waitFor(() => expect(bridge.inputsOf('messages.send')).toHaveLength(1));
    await vi.waitFor(() => expect(field).toHaveProperty('value', ''));
    expect(screen.getByRole('textbox', { name: /Maria Delgado/ })).toBeTruthy();
    expect(bridge.inputsOf('leads.mark')).toEqual([]);
  },
);
