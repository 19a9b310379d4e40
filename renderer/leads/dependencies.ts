/** The stores by themselves: what the deeds that need several of them (marking, replying) are given. */
import type { StoreApi } from 'zustand';
import type { Bridge } from '../platform/bridge.ts';
import type { Calling } from './calling.ts';
import type { Connecting } from '../accounts/connecting.ts';
import type { Conversation } from './conversation.ts';
import type { Drafts } from './drafts.ts';
import type { Leads } from './leads.ts';
import type { Queries } from '../platform/queries.ts';
import type { Session } from '../platform/session.ts';
import type { SettingChanges } from '../platform/settings.ts';
import type { Ticker } from '../platform/ticker.ts';
import type { Toasts } from '../platform/toasts.ts';
import type { Undoing } from '../platform/undo.ts';

export type Dependencies = {
  readonly bridge: Bridge;
  readonly queries: Queries;
  readonly leads: StoreApi<Leads>;
  readonly conversation: StoreApi<Conversation>;
  readonly drafts: StoreApi<Drafts>;
  readonly calling: StoreApi<Calling>;
  readonly settings: StoreApi<SettingChanges>;
  readonly connecting: StoreApi<Connecting>;
  readonly session: StoreApi<Session>;
  readonly toasts: StoreApi<Toasts>;
  readonly undoing: Undoing;
  /** Ages grow with this one. */
  readonly ticker: Ticker;
  /** Countdowns run with this one. */
  readonly seconds: Ticker;
};
