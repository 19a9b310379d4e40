/**
 * The three ways to send: stay, open the next lead, or archive and open the next. The window moves on before
 * the engine answers. A second press must not send the next lead's draft: that needs another key or a click in
 * between, and no repeated key or double click.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { LeadStores } from '../leads/stores.ts';
import { isMarked, type Marking } from '../leads/marking.ts';
import type { SendWay } from '../leads/send-keys.ts';
import type { Replying } from './replying.ts';

export type SendWays = {
  /** Sending can open the next lead or archive. */
  readonly canMoveOn: boolean;
  /** The lead that sending opened; null after another key or click. */
  readonly openedLead: LeadID | null;
  readonly isIgnored: boolean;
  /** Sends the draft; returns the failure, or null. @param anyway although a colleague has answered */
  readonly send: (lead: LeadRow, way: SendWay, anyway?: boolean) => Promise<Failure | null>;
  /** Reports a key or click that is not a repetition of sending. */
  readonly reportPress: () => void;
};

const modifiers: readonly string[] = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift'];

/** False if a key or click can be a repetition of sending. */
export const isUnrelatedPress = (event: KeyboardEvent | MouseEvent): boolean => {
  if (event instanceof MouseEvent) return event.detail < 2;
  const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.altKey);
  return !sends && !event.repeat && !modifiers.includes(event.key);
};

/** The way to send for a pressed key, or null. */
export const findSendWay = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  opensNext: boolean,
): SendWay | null => {
  if (key !== 'Enter') return null;
  if (altKey) return ctrlKey || metaKey || shiftKey ? null : 'archive';
  if (!ctrlKey && !metaKey) return null;
  return opensNext === shiftKey ? 'stay' : 'next';
};

type Dependencies = Pick<LeadStores, 'leads' | 'replyFocus'> & {
  readonly replying: Pick<Replying, 'send'>;
  readonly marking: Pick<Marking, 'toggle'>;
};

export const createSendWays = ({
  leads,
  replyFocus,
  replying,
  marking,
}: Dependencies): StoreApi<SendWays> =>
  createStore<SendWays>()((set, get) => {
    /** Requests the composer of the lead after `from`; false while that is loading. */
    const requestNextComposer = (from: LeadID): boolean => {
      const { selected } = leads.getState();
      if (selected === from) return false;
      set({ openedLead: selected, isIgnored: false });
      if (selected !== null) replyFocus.getState().request(selected);
      return true;
    };

    let stopWaiting = (): void => undefined;

    const moveOn = (from: LeadID): void => {
      stopWaiting();
      leads.getState().leave();
      if (requestNextComposer(from)) return;
      stopWaiting = leads.subscribe(({ selected }) => {
        if (selected === from) return;
        // First, because the request changes `leads` again.
        stopWaiting();
        requestNextComposer(from);
      });
    };

    return {
      canMoveOn: true,
      openedLead: null,
      isIgnored: false,
      reportPress: () => {
        stopWaiting();
        const { openedLead, isIgnored } = get();
        if (openedLead !== null || isIgnored) set({ openedLead: null, isIgnored: false });
      },
      send: async (lead, way, anyway = false) => {
        if (get().openedLead === lead.leadID) {
          set({ isIgnored: true });
          return null;
        }
        const answer = replying.send(lead.leadID, undefined, anyway);
        const { selected } = leads.getState();
        // Another lead is being opened, whose composer would receive the same keys.
        if (selected !== lead.leadID) set({ openedLead: selected, isIgnored: false });
        else if (way !== 'stay') moveOn(lead.leadID);
        const error = await answer;
        if (error !== null) leads.getState().revokeLeave(lead.leadID);
        if (way === 'archive' && error === null && !isMarked('archived', lead))
          marking.toggle('archived', lead);
        return error;
      },
    };
  });

/** For a lead that is shown outside the inbox: every way to send keeps it open. */
export const createStayingSendWays = ({ send }: Pick<Replying, 'send'>): StoreApi<SendWays> =>
  createStore<SendWays>()(() => ({
    canMoveOn: false,
    openedLead: null,
    isIgnored: false,
    reportPress: () => undefined,
    send: (lead, _way, anyway) => send(lead.leadID, undefined, anyway),
  }));
