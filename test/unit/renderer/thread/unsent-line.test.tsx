// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { UnsentReply } from '../../../../contract/automatic-replies.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { UnsentLine } from '../../../../renderer/thread/conversation.tsx';
import { fakeBridge, noon } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const showLine = (change: Partial<UnsentReply>): string | null => {
  const stores = createStores(fakeBridge({}), () => noon);
  const reply = {
    ruleName: 'First reply',
    reason: 'tooLate',
    gap: '',
    at: noon,
    ...change,
  } as const;
  return showIn(stores, <UnsentLine reply={reply} />).container.textContent;
};

describe('the line of a reply that a rule did not send', () => {
  it('names the rule and the reason', () => {
    expect(showLine({})).toContain('“First reply” was not sent. It was too late.');
  });

  it('names the gap that could not be filled in', () => {
    expect(showLine({ reason: 'gap', gap: 'city' })).toContain("“city” couldn't be filled in.");
  });
});
