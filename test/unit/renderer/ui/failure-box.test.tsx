// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { errorCodes, type Failure } from '../../../../contract/errors.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { FailureBox } from '../../../../renderer/ui/failure-box.tsx';
import { fakeBridge, noon } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const show = (error: Failure): string => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <FailureBox error={error} />,
  );
  return screen.getByRole('alert').textContent ?? '';
};

it.each(errorCodes)('%s is explained: what happened, what it means, what to do', (code) => {
  const text = show({ code, message: 'for the log' });
  for (const part of ['what', 'means', 'act'] as const)
    expect(text).toContain(words.t(`errors.${code}.${part}`));
  expect(text).not.toMatch(/errors\.|for the log/);
});

it('a failure shows the service’s detail, and a trace ID to copy', () => {
  const text = show({
    code: 'rejected',
    message: 'for the log',
    detail: 'The zip code is not known.',
    status: 400,
    traceID: 'trace-7',
  });
  expect(text).toContain('The zip code is not known.');
  expect(text).toContain('trace-7');
  expect(screen.getByRole('button', { name: words.t('common.copyTrace') })).toBeTruthy();
});

it('a failure of the hub does not show the code of the failure below it', () => {
  const text = show({ code: 'hub_unavailable', message: 'for the log', detail: 'offline' });
  expect(text).not.toContain('offline');
});

it('a trace ID that could not be copied is reported', async () => {
  const writeText = (): Promise<void> => Promise.reject(new Error('not focused'));
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  onTestFinished(() => void vi.restoreAllMocks());
  const stores = createStores(fakeBridge({}), () => noon);
  const error = { code: 'rejected', message: 'for the log', traceID: 'trace-7' } as const;
  showIn(stores, <FailureBox error={error} />);
  for (const times of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: words.t('common.copyTrace') }));
    await vi.waitFor(() => expect(stores.toasts.getState().toasts).toHaveLength(times));
  }
  expect(stores.toasts.getState().last?.content).toMatchObject({ attempted: 'copy' });
});

it('asks for a trace ID only where there is one', () => {
  for (const code of errorCodes) {
    expect(show({ code, message: 'for the log' })).not.toMatch(/trace/i);
    cleanup();
  }
  const text = show({ code: 'unexpected_answer', message: 'for the log', traceID: 'trace-7' });
  expect(text).toContain('Support needs the trace ID.Trace ID: trace-7');
});
