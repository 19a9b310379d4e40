// @vitest-environment happy-dom
/** The focus after the element that had it is removed. */
import { IconAlertCircle } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { Sending } from '../../../../contract/records.ts';
import { Bar } from '../../../../renderer/app/bar.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SendingState } from '../../../../renderer/thread/sending-state.tsx';
import { fakeBridge, messageLike, noon } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const Page = ({ children, field = false }: { children?: ReactNode; field?: boolean }) => (
  <>
    {children}
    <main>
      <h1 tabIndex={-1}>Connection</h1>
      {field && <textarea id="composer" />}
    </main>
  </>
);

const reply = (sending: Sending) => (
  <SendingState message={messageLike('m1', { side: 'business', sending })} isQuiet={false} />
);
const failed = reply({ state: 'failed', reason: { code: 'rejected', message: 'No.' } });
const scheduled = reply({ state: 'queued', waitsFor: 'schedule', notBefore: noon + 60_000 });
const bar = (
  <Bar
    name="not-sent"
    tone="danger"
    icon={IconAlertCircle}
    text="Not sent."
    actions={[{ label: 'Discard', run: () => undefined }]}
  />
);

it.each([
  ['a failed reply in its conversation', failed, true, 'composer'],
  ['a scheduled reply in its conversation', scheduled, true, 'composer'],
  ['the bar of a failed reply, on a page', bar, false, ''],
  ['the bar of a failed reply, in the inbox', bar, true, 'composer'],
])('goes to the composer or the page after discarding %s', async (_what, shown, field, id) => {
  const stores = createStores(fakeBridge({}), () => noon);
  const { rerender } = showIn(stores, <Page field={field}>{shown}</Page>);
  screen.getByRole('button', { name: 'Discard' }).focus();
  rerender(<Page field={field} />);
  await expect.poll(() => document.activeElement?.id).toBe(id);
  expect(document.activeElement).not.toBe(document.body);
});
