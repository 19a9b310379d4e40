/** Exposes the contract's two functions to the window. Main validates the input of every call. */
import { contextBridge, ipcRenderer } from 'electron';
import type { EventName } from '../contract/events.ts';

const decoder = new TextDecoder();
const listeners = new Map<string, Set<(payload: unknown) => void>>();

ipcRenderer.on('hearthline:event', (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

contextBridge.exposeInMainWorld('hearthline', {
  /** Calls a command; resolves to the JSON of its answer, because this bridge copies objects slowly. */
  invoke: async (command: string, input: unknown) =>
    decoder.decode((await ipcRenderer.invoke('hearthline:invoke', command, input)) as Uint8Array),
  /** Subscribes to an event; the returned function unsubscribes. */
  on: (event: EventName, listener: (payload: unknown) => void) => {
    const own = listeners.get(event) ?? new Set();
    listeners.set(event, own.add(listener));
    return () => void own.delete(listener);
  },
});
