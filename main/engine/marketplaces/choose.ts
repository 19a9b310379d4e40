/** Finds generations by their name in a profile, and lists their endpoints and event kinds. */
import type { GenerationName } from '../../../contract/generations.ts';
import { findAccount } from '../accounts/rows.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import type { Store } from '../platform/store/store.ts';
import type { Endpoint } from '../accounts/endpoints.ts';
import { polledKinds, type Generation } from '../accounts/runtime.ts';
import * as marketplaces from './marketplaces.ts';

const generations = new Map<string, Generation>(
  Object.values(marketplaces).flatMap((each) => Object.entries(each)),
);

/** Parses records of removed accounts and of accounts whose generation was removed. */
export const fallbackGeneration: Generation = marketplaces.proIntegration.v4;

export const findGeneration = (name: GenerationName): Generation =>
  generations.get(name) ?? fallbackGeneration;

export const allEndpoints: readonly Endpoint[] = [...generations.values()].flatMap(
  ({ endpoints }) => endpoints,
);

export const storedOnlyKinds: readonly string[] = [...generations.values()].flatMap(
  (each) => each.storedOnlyKinds,
);

/** True if a generation stores events of this kind without applying them. */
export const isStoredOnly = (eventType: string): boolean =>
  storedOnlyKinds.some((kind) =>
    kind.endsWith('*') ? eventType.startsWith(kind.slice(0, -1)) : eventType === kind,
  );

/**
 * Converts a call that the team's hub received for an account, whose time it stores, or a record that another desktop
 * polled. Null for an unknown account or endpoint.
 */
export const convertRelayed = (
  store: Store,
  accountID: string,
  {
    method,
    target,
    body,
    at,
  }: {
    readonly method: string;
    /** The end of an endpoint's address, after `:path`, or a polled kind. */
    readonly target: string;
    readonly body: unknown;
    /** When the hub received it, UTC milliseconds. */
    readonly at: number;
  },
): Omit<IncomingDelivery, 'body' | 'parsed'> | null => {
  const account = findAccount(store, accountID);
  // A lead can change and change back.
  if (account !== null && polledKinds.some((kind) => kind === target))
    return {
      ...{ accountID, eventType: target, webhookID: null },
      isRepeatable: target === 'answer:negotiation',
    };
  const endpoint =
    account &&
    findGeneration(account.profile.interface).endpoints.find(
      (each) => each.method === method && each.url.split('/:path')[1] === target,
    );
  if (!endpoint) return null;
  const call = { accountID: account.accountID, path: null, body, at };
  const delivery = endpoint.parseCall(store, call);
  endpoint.recordCall(store, call, delivery);
  return delivery;
};
