// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import type { NumberOwner, PreviewRow } from '../../../../contract/commands/phone-numbers.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { PhoneNumbersPage } from '../../../../renderer/phone-numbers/phone-numbers-page.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('phoneNumbers');

const business = (businessID: string): NumberOwner => ({
  accountID: 'a1' as AccountID,
  businessID,
  name: `Business ${businessID}`,
  accountName: 'Test marketplace',
  connected: true,
});

/** Opens the page; `leave` shows another screen, `open` the page again. */
const start = (more: Parameters<typeof fakeBridge>[0]) => {
  const bridge = fakeBridge({
    'phoneNumbers.owners': () => ok({ owners: [business('b1')] }),
    'phoneNumbers.list': () => ok({ numbers: [], readAt: noon }),
    'phoneNumbers.refresh': () => ok({}),
    ...more,
  });
  const stores = createStores(bridge, () => noon);
  const open = (): void => {
    showIn(
      stores,
      <Suspense>
        <PhoneNumbersPage />
      </Suspense>,
    );
  };
  open();
  return { bridge, stores, open, leave: cleanup };
};

const click = async (name: string | RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

describe('the phone numbers page', () => {
  const rows: PreviewRow[] = Array.from({ length: 120 }, (_, index) => {
    const typed = `+1512555${String(index).padStart(4, '0')}`;
    const verdict = { state: 'new', phoneNumber: typed, doubt: null } as const;
    return { row: index + 1, typed, name: '', verdict };
  });

  /** The page while it sends a list in three parts; `answer` completes the next one. */
  const sending = async () => {
    const waiting: (() => void)[] = [];
    const app = start({
      'phoneNumbers.preview': () => ok({ rows, readAt: noon }),
      'phoneNumbers.addMany': async ({ numbers }) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return ok({ outcomes: numbers.map(() => ({ state: 'added' })) });
      },
    });
    await click('Add many');
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'a list' } });
    await click('Preview');
    await click('Register 120 numbers');
    const answer = () => act(async () => waiting.shift()?.());
    return { ...app, answer };
  };

  it('shows a list’s progress after a return to the page, and can stop it', async () => {
    const { answer, bridge, open, leave } = await sending();
    leave();
    await answer();
    open();
    expect(await screen.findByText('Registering: 50 of 120 done.')).toBeTruthy();
    await click('Stop');
    await answer();
    expect(await screen.findByText(/^100 numbers were registered. 20 were not/)).toBeTruthy();
    expect(bridge.inputsOf('phoneNumbers.addMany')).toHaveLength(2);
  });

  it('shows the results of a list that finished on another screen, until they are closed', async () => {
    const { answer, open, leave } = await sending();
    leave();
    await answer();
    await answer();
    await answer();
    open();
    expect(await screen.findByText('120 numbers were registered.')).toBeTruthy();
    await click('Done');
    leave();
    open();
    await click('Add many');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
  });

  it('says that a dropped folder cannot be read, until a file is dropped', async () => {
    start({});
    await click('Add many');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
    const drop = (file: File): boolean =>
      fireEvent.drop(field, { dataTransfer: { files: [file] } });
    drop(
      Object.assign(new File([], 'folder'), {
        arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')),
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This file can't be read\./);
    drop(new File(['512 555 0142'], 'list.csv'));
    await expect.poll(() => field.value).toBe('512 555 0142');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a number was refused although its dialog is closed by then', async () => {
    const adding = holdAnswers();
    const { bridge, stores } = start({
      'phoneNumbers.read': () => ok({ ok: true, phoneNumber: '+15125550100', doubt: null }),
      'phoneNumbers.add': async () => {
        await adding.inTime();
        return no('rejected');
      },
    });
    await click('Add number');
    const dialog = screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Phone number'), {
      target: { value: '5125550100' },
    });
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await expect.poll(() => bridge.inputsOf('phoneNumbers.add')).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await adding.release();
    await expect
      .poll(() => stores.toasts.getState().toasts)
      .toMatchObject([{ content: { kind: 'failed', code: 'rejected' } }]);
  });

  it('shows no failure to read a number whose text has changed', async () => {
    const reading = holdAnswers();
    const { bridge } = start({
      'phoneNumbers.read': async ({ text }) => {
        if (text === '512') {
          await reading.inTime();
          return no('engine_unavailable');
        }
        return ok({ ok: true, phoneNumber: '+15125550142', doubt: null });
      },
    });
    await click('Add number');
    const field = screen.getByLabelText('Phone number');
    fireEvent.change(field, { target: { value: '512' } });
    fireEvent.change(field, { target: { value: '5125550142' } });
    expect(bridge.inputsOf('phoneNumbers.read')).toHaveLength(2);
    await screen.findByText(/\+15125550142/);
    await reading.release();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/\+15125550142/)).toBeTruthy();
  });

  it('reports a closed dialog’s number that could not be read in a toast', async () => {
    const reading = holdAnswers(false);
    const { bridge, stores } = start({
      'phoneNumbers.read': async () => {
        await reading.inTime();
        return no('engine_unavailable');
      },
    });
    await click('Add number');
    const dialog = screen.getByRole('dialog');
    fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '5125550142' } });
    await screen.findByRole('alert');
    reading.hold();
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await expect.poll(() => bridge.inputsOf('phoneNumbers.read')).toHaveLength(2);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await reading.release();
    await expect
      .poll(() => stores.toasts.getState().toasts)
      .toMatchObject([{ content: { kind: 'failed', code: 'engine_unavailable' } }]);
  });

  it('registers for the dialog’s business even if it left the list', async () => {
    let owners = [business('b1'), business('b2')];
    const { bridge } = start({
      'phoneNumbers.owners': () => ok({ owners }),
      'phoneNumbers.read': () => ok({ ok: true, phoneNumber: '+15125550142', doubt: null }),
      'phoneNumbers.add': () => no('gone'),
    });
    await click('Add number');
    fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '5125550142' } });
    owners = [business('b2')];
    bridge.emit('changed', { kinds: ['businesses'], leadIDs: [] });
    await screen.findByText('Business b2');
    await click('Register');
    expect(await screen.findByText('The marketplace no longer has this.')).toBeTruthy();
    expect(bridge.inputsOf('phoneNumbers.add')).toMatchObject([{ businessID: 'b1' }]);
  });
});
