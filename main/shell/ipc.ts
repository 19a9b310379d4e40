/** The gate (security rule 6): accepts calls only from our page in our window. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { encodeAnswer } from '../../contract/encoded-answer.ts';
import { fail } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { PageAnswer } from './answer-call.ts';
import { appOrigin } from './app-protocol.ts';

const isOurs = (event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean =>
  window !== null &&
  event.sender === window.webContents &&
  event.senderFrame !== null &&
  event.senderFrame === window.webContents.mainFrame &&
  event.senderFrame.origin === appOrigin &&
  // An empty page has its opener's origin.
  isOurAddress(event.senderFrame.url);

const isOurAddress = (address: string): boolean => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}` === appOrigin;
};

const forbidden = fail('forbidden', 'This page may not call Hearthline.');

/** Copies an encoded answer: its buffer may hold other messages of the engine, which would be sent too. */
const encode = (answer: PageAnswer): Uint8Array =>
  answer instanceof Uint8Array ? new Uint8Array(answer) : encodeAnswer(answer);

/** Opens the gate for the current window; `answer` validates the calls. The page gets encoded answers. */
export const openGate = (
  answer: (command: unknown, input: unknown) => Promise<PageAnswer>,
  getWindow: () => BrowserWindow | null,
): void => {
  ipcMain.handle('hearthline:invoke', async (event, command: unknown, input: unknown) =>
    encode(isOurs(event, getWindow()) ? await answer(command, input) : forbidden),
  );
};

export const sendEvent = <E extends EventName>(
  window: BrowserWindow | null,
  event: E,
  payload: EventPayload<E>,
): void => {
  if (window && !window.isDestroyed()) window.webContents.send('hearthline:event', event, payload);
};
