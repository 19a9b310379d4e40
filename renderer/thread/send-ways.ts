/**
 * The three ways to send, and where each of them goes: it stays, opens the next lead, or archives and
 * opens the next one. The window goes on at once and not when the answer comes.
 *
 * A second press of the same keys must not send what the next lead's composer holds: after sending has
 * moved on, that lead's draft is sent only when another key or the mouse was pressed in between. What
 * is held down or double-clicked is no other press.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { LeadStores } from '../leads/stores.ts';
import { isMarked, type Marking } from '../leads/marking.ts';
import type { SendWay } from '../leads/send-keys.ts';
import type { Replying } from './replying.ts';

export type SendWays = {
  /** The lead that sending has opened, until something else is pressed. */
  readonly movedTo: LeadID | null;
  /** A press was left out because it followed the one that opened this lead. */
  readonly isLeftOut: boolean;
  /** Sends what is written to a lead; returns why it could not be, or null. */
  readonly send: (lead: LeadRow, way: SendWay) => Promise<Failure | null>;
  /** Something was pressed that does not send. */
  readonly pressed: () => void;
};

const modifiers: readonly string[] = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift'];

/** Whether a press is another one than of the keys that send. */
export const isOther = (event: KeyboardEvent | MouseEvent): boolean => {
  if (event instanceof MouseEvent) return event.detail < 2;
  const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.altKey);
  return !sends && !event.repeat && !modifiers.includes(event.key);
};

/** What Ctrl+Enter (⌘ Enter) does with what else is held; null when these keys send nothing. */
export const wayOf = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  opensNext: boolean,
): SendWay | null => {
  if (key !== 'Enter') return null;
  if (altKey) return ctrlKey || metaKey || shiftKey ? null : 'archive';
  if (!ctrlKey && !metaKey) return null;
  return opensNext === shiftKey ? 'stay' : 'next';
};

type Given = Pick<LeadStores, 'leads' | 'calling'> & {
  readonly replying: Pick<Replying, 'send'>;
  readonly marking: Pick<Marking, 'toggle'>;
};

export const createSendWays = ({ leads, calling, replying, marking }: Given): StoreApi<SendWays> =>
  createStore<SendWays>()((set, get) => {
    /** Calls for the composer of the lead that is opened after `from`, which may still be looked for. */
    const arrive = (from: LeadID): boolean => {
      const { selected } = leads.getState();
      if (selected === from) return false;
      set({ movedTo: selected, isLeftOut: false });
      if (selected !== null) calling.getState().call(selected);
      return true;
    };

    /** Ends the wait for a lead that the list had still to read. */
    let stopWaiting = (): void => undefined;

    const goOn = (from: LeadID): void => {
      stopWaiting();
      leads.getState().leave();
      if (arrive(from)) return;
      stopWaiting = leads.subscribe(() => {
        if (arrive(from)) stopWaiting();
      });
    };

    return {
      movedTo: null,
      isLeftOut: false,
      pressed: () => {
        stopWaiting();
        const { movedTo, isLeftOut } = get();
        if (movedTo !== null || isLeftOut) set({ movedTo: null, isLeftOut: false });
      },
      send: async (lead, way) => {
        if (get().movedTo === lead.leadID) {
          set({ isLeftOut: true });
          return null;
        }
        const answer = replying.send(lead.leadID);
        const { selected } = leads.getState();
        // Another lead was opened, which has still to be read: its composer comes under the same keys.
        if (selected !== lead.leadID) set({ movedTo: selected, isLeftOut: false });
        else if (way !== 'stay') goOn(lead.leadID);
        const error = await answer;
        if (error !== null) leads.getState().notDone(lead.leadID);
        if (way === 'archive' && error === null && !isMarked('archived', lead))
          marking.toggle('archived', lead);
        return error;
      },
    };
  });
