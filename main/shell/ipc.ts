/**
 * The gate between the window and the app (security rule 6): only our own page in our own window gets
 * as far as having its call looked at.
 */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { fail } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';
import { answerCall, type Gate } from './answer-call.ts';
import { appOrigin } from './app-protocol.ts';

/** True when a call comes from the main frame of our own window showing our own page. */
const isOurs = (event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean =>
  window !== null &&
  event.sender === window.webContents &&
  event.senderFrame !== null &&
  event.senderFrame === window.webContents.mainFrame &&
  event.senderFrame.origin === appOrigin &&
  // An empty page has the origin of whoever opened it.
  isOurAddress(event.senderFrame.url);

const isOurAddress = (address: string): boolean => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}` === appOrigin;
};

/**
 * Opens the gate for whatever window is ours at the moment of a call. Calls made before everything
 * behind it is up wait for that.
 */
export const openGate = (gate: Promise<Gate>, ourWindow: () => BrowserWindow | null): void => {
  ipcMain.handle('hearthline:invoke', async (event, command: unknown, input: unknown) =>
    isOurs(event, ourWindow())
      ? answerCall(await gate, command, input)
      : fail('forbidden', 'This page may not call Hearthline.'),
  );
};

/** Tells the window something, if there is one. */
export const tellWindow = <E extends EventName>(
  window: BrowserWindow | null,
  event: E,
  payload: EventPayload<E>,
): void => {
  if (window && !window.isDestroyed()) window.webContents.send('hearthline:event', event, payload);
};
