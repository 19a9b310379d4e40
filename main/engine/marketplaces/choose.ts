/** Looks up the generation of an account by the name in its profile. */
import type { GenerationName } from '../../../contract/generations.ts';
import { accountByID } from '../accounts/rows.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import type { Store } from '../platform/store/store.ts';
import type { Endpoint } from '../accounts/endpoints.ts';
import type { Generation, PolledKind } from '../accounts/runtime.ts';
import * as marketplaces from './marketplaces.ts';

const generations = new Map<string, Generation>(
  Object.values(marketplaces).flatMap((each) => Object.entries(each)),
);

/** Parses records of removed accounts and of accounts whose generation was removed. */
export const fallbackGeneration: Generation = marketplaces.proIntegration.v4;

export const generationNamed = (name: GenerationName): Generation =>
  generations.get(name) ?? fallbackGeneration;

const isPolledKind = (target: string): target is PolledKind =>
  target === 'answer:negotiation' || target === 'answer:message';

export const allEndpoints: readonly Endpoint[] = [...generations.values()].flatMap(
  ({ endpoints }) => endpoints,
);

/** Event kinds of deliveries that change no lead and are only stored. */
export const storedOnlyKinds: readonly string[] = [...generations.values()].flatMap(
  (each) => each.storedOnlyKinds,
);

/** Whether every generation stores events of this kind without applying them. */
export const isStoredOnly = (eventType: string): boolean =>
  storedOnlyKinds.some((kind) =>
    kind.endsWith('*') ? eventType.startsWith(kind.slice(0, -1)) : eventType === kind,
  );

/**
 * Reads a call that the team's hub received for an account, and notes it there, or a record that a member polled; null
 * for neither.
 */
export const takeRelayed = (
  store: Store,
  accountID: string,
  {
    method,
    target,
    body,
    at,
  }: {
    readonly method: string;
    readonly target: string;
    readonly body: unknown;
    /** When the hub received it, UTC milliseconds. */
    readonly at: number;
  },
): Omit<IncomingDelivery, 'body' | 'parsed'> | null => {
  const account = accountByID(store, accountID);
  if (account !== null && isPolledKind(target))
    return { accountID, eventType: target, webhookID: null };
  const endpoint =
    account &&
    generationNamed(account.profile.interface).endpoints.find(
      (each) => each.method === method && each.url.split('/:path')[1] === target,
    );
  if (!endpoint) return null;
  const call = { accountID: account.accountID, path: null, body, at };
  const delivery = endpoint.deliveryFrom(store, call);
  endpoint.noteCall(store, call, delivery);
  return delivery;
};
