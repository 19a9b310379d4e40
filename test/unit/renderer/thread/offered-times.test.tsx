// @vitest-environment happy-dom
/** The request card's proposed times with the composer. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LeadRow } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Composer } from '../../../../renderer/thread/composer.tsx';
import { RequestCard } from '../../../../renderer/thread/request-card.tsx';
import { fakeBridge, lead, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const hour = 3_600_000;
/** A time in November 2026 in Austin's time zone. */
const at = (day: number, hours: number): number => Date.UTC(2026, 10, day, 6) + hours * hour;

const open = (
  availability: 'here' | 'gone' = 'here',
  isBooked = false,
  row: Partial<LeadRow> = {},
) => {
  const { request } = lead();
  const window = { start: at(24, 17), end: at(24, 21) };
  const details = lead(
    {
      request: {
        ...request,
        timeZone: 'America/Chicago',
        proposedTimes: [window, { start: at(25, 9), end: at(25, 11) }],
        booking: isBooked ? window : null,
      },
    },
    { availability, ...row },
  );
  const stores = createStores(fakeBridge({ 'drafts.save': () => ok({ sent: null }) }), () => noon);
  showIn(
    stores,
    <>
      <RequestCard details={details} />
      <Composer details={details} />
    </>,
  );
};
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: /reply to maria/i });

it('a clicked time is inserted at the cursor, and the next one joins it', () => {
  open();
  fireEvent.change(field(), { target: { value: 'Thank you. Bye.' } });
  field().setSelectionRange(10, 10);
  fireEvent.click(screen.getByRole('button', { name: /^5:00/ }));
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('Thank you. Tue, Nov 24, 5–9 PM works for me. Bye.');
  fireEvent.click(screen.getByRole('button', { name: /^9:00/ }));
  expect(field().value).toBe(
    'Thank you. Tue, Nov 24, 5–9 PM or Wed, Nov 25, 9–11 AM works for me. Bye.',
  );
});

it('a button names the day of its time', () => {
  open();
  expect(screen.getByRole('button', { name: /^5:00.*, Tue, Nov 24$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^9:00.*, Wed, Nov 25$/ })).toBeTruthy();
});

it('shows no reply language to a customer who writes in the language of the app', () => {
  open();
  expect(screen.queryByRole('button', { name: /^Reply language/ })).toBeNull();
});

it('a booked time, and the times of a lead that cannot be answered, are not buttons', () => {
  open('here', true);
  expect(screen.queryByRole('button', { name: /^5:00/ })).toBeNull();
  cleanup();
  open('gone');
  expect(screen.queryByRole('button', { name: /^5:00/ })).toBeNull();
});

it('a Spanish-speaking customer gets the reply in Spanish, and one click changes it to English', async () => {
  open('here', false, { requestText: 'Tengo una fuga en el baño', lastMessage: null });
  await expect
    .poll(() => screen.queryByTitle(/^Hola, Maria\. Me queda bien el martes/))
    .toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^5:00/ }));
  expect(field().value).toMatch(
    /^Hola, Maria\. Me queda bien el martes 24 de noviembre, 5–9\sp\.m\.$/,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reply language: Spanish' }));
  expect(field().value).toBe('Hi Maria, Tue, Nov 24, 5–9 PM works for me.');
  expect(screen.getByRole('button', { name: 'Reply language: English' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^9:00/ }));
  expect(field().value).toBe('Hi Maria, Tue, Nov 24, 5–9 PM or Wed, Nov 25, 9–11 AM works for me.');
});
