// @vitest-environment happy-dom

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
      isSelected={false}
      position={1}
      total={1}
      isNamed={false}
      isCurrent={false}
      onPress={() => {}}
      onCheck={() => {}}
    />,
  );
  return screen.getByRole('option').textContent;
};

const unanswered = { isAnswered: false, needsFirstReply: true };

describe('the row of an unanswered lead', () => {
  it('keeps the request’s text and shows that the customer wrote again', () => {
    const text = textOf({
      ...unanswered,
      lastMessage: { side: 'customer', text: 'Hello?', person: null },
    });
    expect(text).toContain('Wrote again · The kitchen sink drains slowly.');
    expect(text).not.toContain('Hello?');
  });

  it('shows the last message once it is answered', () => {
    expect(textOf({ lastMessage: { side: 'customer', text: 'Hello?', person: null } })).toContain(
      'Hello?',
    );
  });

  it('shows how long the customer has waited, not the last message’s age', () => {
    const times = { waitingSince: noon - 90 * minute, activityAt: noon - 5 * minute };
    expect(textOf({ ...unanswered, ...times })).toContain('1 h');
  });

  it.each([
    ['emergency', 'Emergency'],
    ['booked', 'Booked'],
  ])('shows that a request is urgent: %s', (urgency, word) => {
    expect(textOf({ ...unanswered, urgency })).toContain(word);
  });

  it('does not show urgency once it is answered', () => {
    expect(textOf({ urgency: 'emergency' })).not.toContain('Emergency');
  });
});

describe('the row of a lead that a rule has answered', () => {
  it('says so, also in its tooltip', () => {
    expect(textOf({ ...unanswered, isAnsweredByRule: true })).toContain('Answered automatically');
    expect(screen.getByTitle('Answered automatically')).toBeDefined();
  });

  it('says nothing before', () => {
    expect(textOf(unanswered)).not.toContain('Answered automatically');
  });
});
