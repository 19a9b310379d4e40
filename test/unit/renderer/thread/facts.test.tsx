// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type LeadDetails } from '../../../../contract/records.ts';
import { parseTerms } from '../../../../contract/search-words.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Facts } from '../../../../renderer/thread/facts.tsx';
import { RequestCard } from '../../../../renderer/thread/request-card.tsx';
import { Marking } from '../../../../renderer/ui/marked.tsx';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, lead, noon, ok, readAccounts } from '../support/samples.ts';
import { showIn, startListening } from '../support/window.tsx';

/** Shows the details and the request card; `fact` returns a value by its label. */
const show = async (details: LeadDetails, generation: 'v4' | 'legacy' = 'v4') => {
  const owner = accountLike(details.row.accountID, generation, 'connected', {
    profileName: 'Harbor Leads',
  });
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [owner], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    'shell.openLink': () => ok({}),
    'shell.showMenu': () => ok({ chosen: 1 }),
    'calendar.add': () => ok({ added: true }),
    'leads.mark': () => ok({}),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(
    stores,
    <>
      <Facts details={details} />
      <RequestCard details={details} />
    </>,
  );
  return {
    bridge,
    stores,
    fact: (label: string) =>
      [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)
        ?.nextElementSibling?.textContent ?? null,
    card: screen.getByRole('article'),
  };
};

const legacyLead = lead(
  {
    customer: {
      customerID: 'c1',
      name: 'Ada Byron',
      phone: '5125550100',
      email: 'ada@byron.test',
    },
    leadType: 'ESTIMATION',
    request: {
      title: 'Two rooms & a kitchen',
      description: 'A thorough cleaning before we move in',
      schedule: 'March 9, March 10\n9:00 AM - 11:00 AM\n3 hours',
      details: [{ question: 'Pets?', answer: 'One cat' }],
      location: { address1: '', address2: '', city: 'Austin', state: 'TX', zipCode: '78701' },
      timeZone: null,
      proposedTimes: [],
      booking: null,
      travelPreferences: ['I travel to the customer'],
      attachments: [],
    },
    estimate: {
      type: '',
      total: { text: '$140', cents: 14_000 },
      pricePerUnit: null,
      unitQuantity: null,
      unitName: '',
    },
    chargeState: 'Charged',
  },
  { category: 'House cleaning', businessName: 'Ace Cleaning', status: '' },
);

describe('the details of a legacy lead', () => {
  it('show every readable field of the service', async () => {
    const { fact, card } = await show(legacyLead, 'legacy');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Ada Byron');
    expect(screen.getByText('(512) 555-0100')).toBeTruthy();
    expect(screen.getByText('Phone number given by the customer')).toBeTruthy();
    expect(['Lead type', 'Travel', 'Business'].map((label) => fact(label))).toEqual([
      'Estimate request',
      'I travel to the customer',
      'Ace Cleaning',
    ]);
    expect(fact('Price estimate')).toContain('$140');
    expect(fact('Lead price')).toBe('$25.00 Charged');
    for (const text of [
      'Two rooms & a kitchen',
      'A thorough cleaning before we move in',
      'Pets?',
      'One cat',
      'Austin, TX 78701',
      '3 hours',
      '2026',
    ])
      expect(card.textContent).toContain(text);
  });

  it('link the customer’s email address', async () => {
    const { bridge } = await show(legacyLead, 'legacy');
    fireEvent.click(screen.getByRole('link', { name: /^Email .*ada@byron\.test/ }));
    expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'mailto:ada@byron.test' }]);
    expect(screen.getByRole('button', { name: 'Copy the email address' })).toBeTruthy();
    cleanup();
    await show(lead());
    expect(screen.queryByRole('button', { name: 'Copy the email address' })).toBeNull();
  });

  it('do not repeat the request card', async () => {
    const { fact } = await show(legacyLead, 'legacy');
    expect(['Category', 'Where', 'When', 'Booked', 'Received'].map((label) => fact(label))).toEqual(
      [null, null, null, null, null],
    );
  });

  it('omit a missing price, charge state and phone number', async () => {
    const customer = { customerID: 'c1', name: 'Ada Byron', phone: null, email: null };
    const bare = { ...legacyLead, customer, customerPhones: [], estimate: null, chargeState: null };
    const { fact } = await show({ ...bare, row: { ...bare.row, price: null } }, 'legacy');
    expect(screen.getByText('No phone number given')).toBeTruthy();
    expect([fact('Price estimate'), fact('Lead price')]).toEqual([null, null]);
  });
});

it('the details of each lead replace those of the one before', async () => {
  const stores = createStores(fakeBridge({}), () => noon);
  const facts = (nth: number) => (
    <Facts details={lead({}, { leadID: `${nth}`, customerName: `Customer ${nth}` })} />
  );
  const { rerender } = showIn(stores, facts(1));
  for (let nth = 2; nth < 6; nth += 1) {
    rerender(facts(nth));
    await vi.waitFor(() => expect(document.querySelector('[inert]')).toBeNull());
    expect(screen.getAllByLabelText('Job status')).toHaveLength(1);
  }
});

describe('the details of a v4 lead', () => {
  const request = {
    ...lead().request,
    location: {
      address1: '12 Oak St',
      address2: 'Apt 4',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    },
    travelPreferences: ['CustomerTravelToProvider', 'ProviderTravelToCustomer', 'Remote', 'ByBoat'],
  };

  it('show address, travel, estimate, charge and status in words, and unknown values unchanged', async () => {
    const { fact, card } = await show(
      lead({
        request,
        estimate: {
          type: 'PerUnit',
          total: { text: '$30.00', cents: 3_000 },
          pricePerUnit: { text: '$10.00', cents: 1_000 },
          unitQuantity: 3,
          unitName: 'hours',
        },
        chargeState: 'Refunded',
      }),
    );
    expect(screen.getByText('Forwarding number for this lead')).toBeTruthy();
    expect(card.textContent).toContain('12 Oak St, Apt 4, Austin, TX 78701');
    expect(fact('Travel')).toBe(
      'The customer comes to youYou go to the customerPhone or videoByBoat',
    );
    expect(fact('Your estimate')).toContain('$30.00 Per unit');
    expect(fact('Your estimate')).toContain('3 × $10.00 / hours');
    expect(fact('Lead price')).toBe('$25.00 Refunded');
    expect(fact('Status')).toBe('Open');
  });

  it.each([
    ['Created', 'Not charged yet'],
    ['Pending', 'Charge pending'],
    ['Charged', 'Charged'],
    ['Refunded', 'Refunded'],
    ['Disputed', 'Disputed'],
  ])('show the charge state %s as: %s', async (chargeState, label) => {
    const { fact } = await show(lead({ chargeState }));
    expect(fact('Lead price')).toBe(`$25.00 ${label}`);
  });

  it.each([
    ['Fixed', 'Fixed price'],
    ['PerUnit', 'Per unit'],
    ['OnSite', 'After a visit'],
    ['Hourly', 'By the hour'],
    ['MoreInfo', 'More information needed'],
    ['Barter', 'Barter'],
  ])('show the estimate type %s as: %s', async (type, label) => {
    const nothing = { total: null, pricePerUnit: null, unitQuantity: null, unitName: '' };
    const { fact } = await show(lead({ estimate: { type, ...nothing } }));
    expect(fact('Your estimate')).toBe(label);
  });

  const estimated = (estimate: Record<string, unknown>, price: unknown = null) =>
    lead(
      {
        estimate: {
          type: 'Fixed',
          total: null,
          pricePerUnit: { text: '229.00', cents: 22_900 },
          unitQuantity: 0,
          unitName: '',
          ...estimate,
        },
        chargeState: 'Pending',
      },
      { price },
    );

  it('omit a quantity of zero and a repeated unit price', async () => {
    const alone = await show(estimated({}));
    expect(alone.fact('Your estimate')).toBe('Fixed price$229.00');
    cleanup();
    const total = { text: '$229.00', cents: 22_900 };
    const same = await show(estimated({ total }));
    expect(same.fact('Your estimate')).toBe('$229.00 Fixed price');
    cleanup();
    const counted = await show(estimated({ total, unitQuantity: 2, unitName: 'rooms' }));
    expect(counted.fact('Your estimate')).toBe('$229.00 Fixed price2 × $229.00 / rooms');
  });

  it.each([null, { text: '', cents: null }])(
    'show only the charge state for an unknown price: %o',
    async (price) => {
      const { fact } = await show(estimated({}, price));
      expect(fact('Lead price')).toBe('Charge pending');
    },
  );

  it('omit an empty price, estimate, category and business', async () => {
    const nothing = { text: ' ', cents: null };
    const { fact } = await show(
      lead(
        {
          estimate: {
            type: '',
            total: nothing,
            pricePerUnit: nothing,
            unitQuantity: 0,
            unitName: '',
          },
        },
        { price: nothing, category: '', businessName: '' },
      ),
    );
    expect(
      ['Your estimate', 'Price estimate', 'Lead price', 'Business'].map((label) => fact(label)),
    ).toEqual([null, null, null, null]);
  });

  it('list both forwarding numbers, newest first', async () => {
    await show(lead({ customerPhones: ['+15125550100', '+15125550199'] }));
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '(512) 555-0100',
      '(512) 555-0199',
    ]);
    expect(screen.getByText('Forwarding numbers for this lead. All of them ring.')).toBeTruthy();
  });

  it('group many proposed times', async () => {
    const hour = 3_600_000;
    const nine = Date.UTC(2026, 10, 24, 15);
    const spans = [0, 4].flatMap((later) =>
      Array.from({ length: 5 }, (_, day) => {
        const start = nine + (day * 24 + later) * hour;
        return { start, end: start + 2 * hour };
      }),
    );
    const { card } = await show(
      lead({ request: { ...request, proposedTimes: spans.slice(1), timeZone: 'America/Chicago' } }),
    );
    expect(card.textContent).toContain(
      'Tue, Nov 24 1:00 – 3:00 PMWed, Nov 25 – Sat, Nov 28 9:00 – 11:00 AM1:00 – 3:00 PM',
    );
  });

  it('show times in the job’s time zone, which is named if it differs from the computer’s', async () => {
    const span = { start: Date.UTC(2026, 6, 1, 20), end: null };
    const own = new Date(span.start).getTimezoneOffset();
    const zones = { 'Pacific/Honolulu': '10:00', 'America/Denver': '2:00' };
    for (const [timeZone, time] of Object.entries(zones)) {
      const { card } = await show(
        lead({ request: { ...request, proposedTimes: [span], timeZone } }),
      );
      expect(card.textContent).toContain(`from ${time}`);
      const name = timeZone === 'America/Denver' ? 'Mountain Time' : 'Hawaii-Aleutian';
      const isHere = own === (timeZone === 'America/Denver' ? 360 : 600);
      expect(card.textContent?.includes(`In ${name}`)).toBe(!isHere);
      cleanup();
    }
  });

  it('show the booked time, otherwise the proposed times', async () => {
    const span = { start: noon, end: noon + 2 * 3_600_000 };
    const booked = await show(lead({ request: { ...request, booking: span } }));
    expect(booked.card.textContent).toMatch(/Booked\w+, Nov 2[12]/);
    cleanup();
    const asked = await show(lead({ request: { ...request, proposedTimes: [span] } }));
    expect(asked.card.textContent).toMatch(/When\w+, Nov 2[12]/);
    cleanup();
    expect((await show(lead())).card.textContent).not.toContain('When');
  });

  it('show the tax in the price, if there is one', async () => {
    const subtotal = { text: '$23.10', cents: 2_310 };
    const salesTax = { text: '$1.90', cents: 190 };
    const taxed = await show(lead({ priceParts: { subtotal, salesTax } }));
    expect(taxed.fact('Lead price')).toContain('$23.10 and $1.90 sales tax');
    cleanup();
    const none = { text: '$0.00', cents: 0 };
    const free = await show(lead({ priceParts: { subtotal, salesTax: none } }));
    expect(free.fact('Lead price')).not.toContain('tax');
  });

  it('show a refund with the service’s field names', async () => {
    const refund = [
      { name: 'reason', text: 'The customer canceled.' },
      { name: '', text: 'Done' },
    ];
    expect((await show(lead({ refund }))).fact('Refund')).toBe(
      'reason: The customer canceled.Done',
    );
    cleanup();
    expect((await show(lead())).fact('Refund')).toBeNull();
  });

  it('show the number of the business and the code for calls from another phone', async () => {
    const { fact } = await show(lead({ accessCode: '4821', businessPhone: '7375550142' }));
    expect(fact('Business')).toBe('Hill Country Plumbing(737) 555-0142');
    expect(screen.getByText('Calling from another phone? Use code 4821')).toBeTruthy();
  });

  it('open the service’s links in the browser', async () => {
    const { bridge } = await show(
      lead({
        links: {
          requestReview: 'https://service.test/review',
          refundRequest: 'https://service.test/refund',
        },
      }),
    );
    fireEvent.click(screen.getByText('Ask for a review'));
    fireEvent.click(screen.getByText('Ask for a refund'));
    expect(bridge.inputsOf('shell.openLink')).toEqual([
      { url: 'https://service.test/review' },
      { url: 'https://service.test/refund' },
    ]);
  });

  it('add the only time to the calendar, or a chosen one of several', async () => {
    const start = Date.UTC(2026, 10, 24, 15);
    const end = start + 7_200_000;
    const next = { start: start + 86_400_000, end: null };
    const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
    const place = { address1: '12 Oak St', address2: '', city: 'Austin', state: 'TX', zipCode: '' };
    const one = await show(
      lead({ request: { ...request, location: place, booking: { start, end } } }),
    );
    add();
    await vi.waitFor(() => expect(one.bridge.inputsOf('calendar.add')).toHaveLength(1));
    expect(one.bridge.inputsOf('shell.showMenu')).toEqual([]);
    expect(one.bridge.inputsOf('calendar.add')).toMatchObject([
      {
        id: '555',
        title: 'Drain repair: Maria Delgado',
        place: '12 Oak St, Austin, TX',
        start,
        end,
        isBooked: true,
      },
    ]);
    cleanup();
    const two = await show(
      lead({ request: { ...request, proposedTimes: [{ start, end }, next] } }),
    );
    add();
    await vi.waitFor(() => expect(two.bridge.inputsOf('calendar.add')).toHaveLength(1));
    expect(two.bridge.inputsOf('calendar.add')).toMatchObject([{ ...next, isBooked: false }]);
    cleanup();
    await show(lead());
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });

  it('open the address on a map', async () => {
    const { bridge } = await show(lead());
    fireEvent.click(screen.getByRole('button', { name: 'Open map' }));
    expect(bridge.inputsOf('shell.openLink')).toEqual([
      { url: 'https://www.google.com/maps/search/?api=1&query=Austin%2C%20TX%2078701' },
    ]);
  });

  it('list attachments and open them in the browser', async () => {
    const file = {
      fileName: 'sink.pdf',
      fileSize: 2_000_000,
      mimeType: 'application/pdf',
      url: 'https://service.test/sink.pdf',
      description: 'Under the sink',
    };
    const { bridge, card } = await show(lead({ request: { ...request, attachments: [file] } }));
    expect(card.textContent).toContain('sink.pdf');
    expect(card.textContent).toContain('Under the sink');
    fireEvent.click(screen.getByText('sink.pdf'));
    expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: file.url }]);
  });
});

it('the request card highlights the matches of a search', () => {
  const { request } = lead();
  const details = lead({
    request: {
      ...request,
      title: 'Elm hedge',
      description: 'The hedge is tall',
      details: [{ question: 'Which hedge?', answer: 'Hedge by the pool' }],
      location: { ...request.location, address1: '12 Hedge Ln' },
    },
  });
  const stores = createStores(fakeBridge({}), () => noon);
  showIn(
    stores,
    <Marking value={parseTerms('hedge')}>
      <RequestCard details={details} />
    </Marking>,
  );
  expect(
    [...document.querySelectorAll('mark')].map((mark) => mark.parentElement?.textContent),
  ).toEqual([
    'Elm hedge',
    'The hedge is tall',
    '12 Hedge Ln, Austin, TX 78701',
    'Which hedge?',
    'Hedge by the pool',
  ]);
});

it('the previous lead’s details are inert until the next ones are rendered', () => {
  const stores = createStores(fakeBridge({}), () => noon);
  const { container, rerender } = showIn(stores, <Facts details={lead({}, { leadID: 'l1' })} />);
  const seen: [wasInert: boolean, heading: string | null][] = [];
  const facts = container.querySelector('aside')?.parentElement;
  if (!facts) throw new Error('there are no details');
  const setAttribute = facts.setAttribute.bind(facts);
  facts.setAttribute = (name, value) => {
    setAttribute(name, value);
    seen.push([facts.inert, facts.querySelector('h2')?.textContent ?? null]);
  };
  const next = { customerID: 'c2', name: 'Next customer', phone: null, email: null };
  rerender(<Facts details={lead({ customer: next }, { leadID: 'l2', customerName: next.name })} />);
  expect(seen).toEqual([[true, 'Maria Delgado']]);
  expect(facts.inert).toBe(false);
  expect(facts.querySelector('h2')?.textContent).toBe('Next customer');
});

it('the details list notes newest first, and a click opens the note in the conversation', async () => {
  const note = (noteID: string, at: number, text: string, kind = 'note') =>
    ({ noteID, kind, text, at, editedAt: null }) as LeadDetails['notes'][number];
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const notes = [note(one, noon, 'Gate code 4411'), note(two, noon + 60_000, '', 'call')];
  const stores = createStores(fakeBridge({}), () => noon);
  const goTo = vi.fn();
  stores.conversation.setState({ goTo });
  showIn(stores, <Facts details={lead({ notes })} />);
  const items = screen.getByRole('heading', { name: 'Notes' }).nextElementSibling?.children ?? [];
  expect([...items].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^CallCalled/),
    expect.stringMatching(/^NoteGate code 4411/),
  ]);
  fireEvent.click(screen.getByText('Gate code 4411'));
  expect(goTo.mock.calls).toEqual([[{ in: 'note', id: one, at: noon }]]);
});

it('Enter saves the reason for not being hired and keeps its field, so that no letter acts on the lead', async () => {
  const jobStatus = { status: 'not_hired', reason: 'other', words: '' };
  const { bridge } = await show(lead({}, { jobStatus }));
  const field = screen.getByLabelText<HTMLInputElement>('Other reason');
  field.focus();
  fireEvent.change(field, { target: { value: 'Moved away ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await vi.waitFor(() => expect(bridge.inputsOf('leads.mark')).toHaveLength(1));
  expect(bridge.inputsOf('leads.mark')).toMatchObject([{ jobStatus: { words: 'Moved away' } }]);
  expect(document.activeElement).toBe(field);
  fireEvent.blur(field);
  expect(bridge.inputsOf('leads.mark')).toHaveLength(1);
});

it('Escape restores the stored reason for not being hired and leaves its field', async () => {
  const jobStatus = { status: 'not_hired', reason: 'other', words: 'Too far' };
  const { bridge, stores } = await show(lead({}, { jobStatus }));
  startListening(stores);
  stores.session.getState().go('inbox');
  const field = screen.getByLabelText<HTMLInputElement>('Other reason');
  field.focus();
  fireEvent.change(field, { target: { value: 'Moved aw' } });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(field.value).toBe('Moved aw');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(document.activeElement).not.toBe(field);
  expect(field.value).toBe('Too far');
  expect(bridge.inputsOf('leads.mark')).toEqual([]);
});
