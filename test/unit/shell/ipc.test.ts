/** Only our page in the main frame of our window may call (security rule 6). */
import { expect, it, vi } from 'vitest';
import { decodeAnswer, encodeAnswer } from '../../../contract/encoded-answer.ts';
import { succeed } from '../../../contract/errors.ts';
import type { PageAnswer } from '../../../main/shell/answer-call.ts';
import { openGate } from '../../../main/shell/ipc.ts';

const { handle } = vi.hoisted(() => ({ handle: vi.fn() }));
vi.mock('electron', () => ({ ipcMain: { handle }, protocol: {} }));

type Frame = { readonly origin: string; readonly url: string };
type Asked = (event: object, command: string, input: object) => Promise<Uint8Array>;

const ours: Frame = { origin: 'app://hearthline', url: 'app://hearthline/' };

/** Sends a call, by default from the main frame of our window. */
const ask = async (
  mainFrame: Frame | null,
  more: {
    readonly frame?: Frame | null;
    readonly inOther?: boolean;
    readonly gone?: boolean;
    readonly answer?: PageAnswer;
  } = {},
): Promise<Uint8Array> => {
  const webContents = { mainFrame };
  const window = { webContents } as unknown as ReturnType<Parameters<typeof openGate>[1]>;
  openGate(
    async () => more.answer ?? succeed({}),
    () => (more.gone ? null : window),
  );
  const event = {
    sender: more.inOther ? { mainFrame } : webContents,
    senderFrame: more.frame === undefined ? mainFrame : more.frame,
  };
  return await (handle.mock.lastCall?.[1] as Asked)(event, 'settings.get', {});
};

const forbidden = { ok: false, error: { code: 'forbidden' } };

it('our page in the main frame of our window may call', async () => {
  const addresses = ['app://hearthline/', 'app://hearthline/index.html?x#y'];
  for (const url of addresses)
    expect(decodeAnswer(await ask({ ...ours, url }))).toEqual(succeed({}));
});

it.each<[string, Parameters<typeof ask>]>([
  ['a subframe of our page', [ours, { frame: { ...ours } }]],
  ['a destroyed frame', [ours, { frame: null }]],
  ['another window', [ours, { inOther: true }]],
  ['a page without a window', [ours, { gone: true }]],
  ['another page', [{ origin: 'https://evil.example', url: 'https://evil.example/' }]],
  ['an origin that begins like ours', [{ ...ours, origin: 'app://hearthline.evil' }]],
  ['another host of our scheme', [{ origin: 'app://evil', url: 'app://evil/' }]],
  ['an empty page with our origin', [{ ...ours, url: 'about:blank' }]],
  ['a data URL that contains our address', [{ ...ours, url: 'data:text/html,app://hearthline/' }]],
  ['a page without an origin', [{ origin: 'null', url: 'app://hearthline/' }]],
])('%s may not call', async (_, call) => {
  expect(decodeAnswer(await ask(...call))).toMatchObject(forbidden);
});

it('an encoded answer is sent without the rest of its buffer', async () => {
  const answer = encodeAnswer(succeed({ name: 'Zoë 🚿' }));
  const buffer = new Uint8Array(answer.length + 16).fill(7);
  buffer.set(answer, 8);
  const sent = await ask(ours, { answer: buffer.subarray(8, 8 + answer.length) });
  expect(new Uint8Array(sent.buffer)).toEqual(answer);
});
