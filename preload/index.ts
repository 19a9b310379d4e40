/**
 * The only bridge between the window and the app: it exposes exactly the contract's two functions
 * and nothing of Electron. Main checks every call; nothing is trusted because it came through here.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { Answer } from '../contract/errors.ts';
import type { EventName } from '../contract/events.ts';

const listeners = new Map<string, Set<(payload: unknown) => void>>();

ipcRenderer.on('hearthline:event', (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('hearthline', {
  /** Calls a command of the contract; the answer is a value, also when something went wrong. */
  invoke: (command: string, input: unknown) =>
    ipcRenderer.invoke('hearthline:invoke', command, input) as Promise<Answer<unknown>>,
  /** Listens to an event of the contract; the answer ends it. */
  on: (event: EventName, listener: (payload: unknown) => void) => {
    const own = listeners.get(event) ?? new Set();
    listeners.set(event, own.add(listener));
    return () => void own.delete(listener);
  },
});
