/** Who is listened to (security rule 6): our page, in the main frame of our window, and nobody else. */
import { expect, it, vi } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { Gate } from '../../../main/shell/answer-call.ts';
import { openGate } from '../../../main/shell/ipc.ts';

const { handle } = vi.hoisted(() => ({ handle: vi.fn() }));
vi.mock('electron', () => ({ ipcMain: { handle }, protocol: {} }));

type Frame = { readonly origin: string; readonly url: string };
type Asked = (event: object, command: string, input: object) => Promise<unknown>;

const ours: Frame = { origin: 'app://hearthline', url: 'app://hearthline/' };

/** Asks from a frame of a window; by itself from the main frame of the one that is ours. */
const ask = async (
  mainFrame: Frame | null,
  more: { readonly frame?: Frame | null; readonly inOther?: boolean; readonly gone?: boolean } = {},
): Promise<unknown> => {
  const webContents = { mainFrame };
  const window = { webContents } as unknown as ReturnType<Parameters<typeof openGate>[1]>;
  const askEngine = vi.fn(async () => succeed({}));
  openGate(Promise.resolve({ askEngine } as unknown as Gate), () => (more.gone ? null : window));
  const event = {
    sender: more.inOther ? { mainFrame } : webContents,
    senderFrame: more.frame === undefined ? mainFrame : more.frame,
  };
  return (handle.mock.lastCall?.[1] as Asked)(event, 'settings.get', {});
};

const forbidden = { ok: false, error: { code: 'forbidden' } };

it('our page in the main frame of our window is', async () => {
  expect(await ask(ours)).toEqual(succeed({}));
  expect(await ask({ ...ours, url: 'app://hearthline/index.html?x#y' })).toEqual(succeed({}));
});

it.each<[string, Parameters<typeof ask>]>([
  ['a frame within our page', [ours, { frame: { ...ours } }]],
  ['a frame that is gone', [ours, { frame: null }]],
  ['another window', [ours, { inOther: true }]],
  ['anything, while there is no window', [ours, { gone: true }]],
  ['another page', [{ origin: 'https://evil.example', url: 'https://evil.example/' }]],
  ['a name that begins as ours', [{ ...ours, origin: 'app://hearthline.evil' }]],
  ['another host of our scheme', [{ origin: 'app://evil', url: 'app://evil/' }]],
  ['an empty page that says it is of our origin', [{ ...ours, url: 'about:blank' }]],
  ['text that says so', [{ ...ours, url: 'data:text/html,app://hearthline/' }]],
  ['a page without an origin', [{ origin: 'null', url: 'app://hearthline/' }]],
])('%s is not', async (_, given) => {
  expect(await ask(...given)).toMatchObject(forbidden);
});
