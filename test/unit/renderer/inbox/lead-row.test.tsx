// @vitest-environment happy-dom
/** What a row of the list says of a lead that nobody has answered. */
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, noon, row } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const minute = 60_000;

const textOf = (change: Parameters<typeof row>[0]): string => {
  const stores = createStores(fakeBridge({}), () => noon);
  showIn(
    stores,
    <LeadRow
      lead={row(change)}
      selected={false}
      position={1}
      total={1}
      named={false}
      current={false}
      onPress={() => {}}
      onCheck={() => {}}
    />,
  );
  return screen.getByRole('option').textContent;
};

const unanswered = { answered: false, neverAnswered: true };

describe('the row of a lead that nobody has answered', () => {
  it('keeps the words of its request and says that the customer wrote again', () => {
    const text = textOf({ ...unanswered, lastMessage: { side: 'customer', text: 'Hello?' } });
    expect(text).toContain('Wrote again · The kitchen sink drains slowly.');
    expect(text).not.toContain('Hello?');
  });

  it('shows the last message once somebody has answered', () => {
    expect(textOf({ lastMessage: { side: 'customer', text: 'Hello?' } })).toContain('Hello?');
  });

  it('tells how long the customer has waited, and not when they wrote last', () => {
    const times = { waitingSince: noon - 90 * minute, activityAt: noon - 5 * minute };
    expect(textOf({ ...unanswered, ...times })).toContain('1 h');
  });

  it.each([
    ['emergency', 'Emergency'],
    ['booked', 'Booked'],
  ])('carries the word of an urgent request: %s', (urgency, word) => {
    expect(textOf({ ...unanswered, urgency })).toContain(word);
  });

  it('and no such word once it is answered', () => {
    expect(textOf({ urgency: 'emergency' })).not.toContain('Emergency');
  });
});
