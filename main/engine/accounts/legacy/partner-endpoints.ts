/**
 * The endpoints that a partner of the legacy interface exposes: its service calls them with leads,
 * messages and prices (service.md, Endpoints G). They are routes of the one receiver and under its
 * limits; the body is kept as it came before the 2xx (security rule 12).
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { Change } from '../../../../contract/events.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { LegacyKind } from './ingest/apply.ts';
import type { Random } from '../../platform/random.ts';
import { readJSON } from '../../../http/json.ts';
import { parse } from '../../platform/http/parse.ts';
import { partnerMessage } from './records.ts';
import { findLead } from '../../leads/leads.ts';
import {
  notePartnerCall,
  partnerEndpointAt,
  partnerEndpointOf,
  putPartnerEndpoint,
  type PartnerEndpoint,
} from './partner-endpoint-rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { freshCredentials, freshPath, type Addressee } from '../../platform/http/credentials.ts';
import { accountOfCall } from './partner-call.ts';

/** Lets a request in before a byte of its body is read, and remembers whom it is for. */
export type Admit = <T extends Addressee>(
  addresseeAt: (path: string) => T | null,
  senders: WeakMap<FastifyRequest, T>,
) => onRequestAsyncHookHandler;

type Parts = {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly admit: Admit;
  readonly refuse: (reply: FastifyReply, status: number) => FastifyReply;
};

/** Below an account's own address; the forms that the specification suggests. */
const routes = [
  { method: 'POST', url: '/v1/lead', kind: 'Lead' },
  { method: 'POST', url: '/v1/message', kind: 'Message' },
  { method: 'PUT', url: '/v1/lead/update', kind: 'LeadUpdate' },
  { method: 'POST', url: '/v1/review', kind: 'Review' },
] as const satisfies readonly { method: string; url: string; kind: LegacyKind }[];

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** Refuses every method but the one that an address takes, before a byte of the body is read. */
export const refuseOthers = (
  server: FastifyInstance,
  url: string,
  taken: 'POST' | 'PUT',
  refuse: Parts['refuse'],
): void => {
  const refuseMethod = async (
    _request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => refuse(reply.header('allow', taken), 405);
  const method = allMethods.filter((other) => other !== taken);
  server.route({ method, url, onRequest: refuseMethod, handler: refuseMethod });
};

/** The base of an account's endpoints, below `base`: what the service's operator is given. */
export const partnerAddress = (base: string, { path }: Pick<PartnerEndpoint, 'path'>): string =>
  `${base}/partner/${path}`;

/** Gives a legacy account endpoints of its own, unless it has them; nobody knows their password yet. */
export const ensurePartnerEndpoint = (
  { store, random }: { readonly store: Store; readonly random: Random },
  accountID: AccountID,
): void => {
  if (partnerEndpointOf(store, accountID) !== null) return;
  const { username, passwordDigest } = freshCredentials(random);
  const path = freshPath(random);
  const endpoint = { accountID, path, username, passwordDigest, renewedAt: null };
  store.write(() => putPartnerEndpoint(store, endpoint));
};

/** Adds the endpoints of every legacy account to the receiver. */
export const addPartnerEndpoints = (server: FastifyInstance, parts: Parts): void => {
  const { store, ingest, clock, log, publish, admit, refuse } = parts;
  const senders = new WeakMap<FastifyRequest, PartnerEndpoint>();
  const onRequest = admit((path) => partnerEndpointAt(store, path), senders);

  /** Commits a call; false when the store refuses it. */
  const record = (
    accountID: AccountID,
    called: AccountID,
    eventType: LegacyKind,
    body: string,
  ): boolean => {
    try {
      store.write(() => {
        ingest.record([{ accountID, eventType, webhookID: null, body }]);
        for (const one of new Set([accountID, called])) notePartnerCall(store, one, clock.now());
      });
      return true;
    } catch (thrown) {
      log.error({ err: thrown }, 'a call of a legacy service could not be recorded');
      return false;
    }
  };

  /** It is committed: what cannot be applied now is applied later. */
  const apply = async (): Promise<void> => {
    try {
      await ingest.applyRecorded();
    } catch (thrown) {
      log.error({ err: thrown }, 'recorded calls could not be applied yet');
    }
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  /** Whether the lead of a message is one that this partner has been sent. */
  const isSeen = (accountID: string, body: unknown): boolean => {
    const message = parse(partnerMessage, body);
    return !message.ok || findLead(store, accountID, message.value.leadID)?.complete === true;
  };

  for (const { method, url, kind } of routes) {
    const address = `/partner/:path${url}`;
    server.route({
      method,
      url: address,
      onRequest,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const from = senders.get(request);
        if (from === undefined) return refuse(reply, 404);
        const text = typeof request.body === 'string' ? request.body : '';
        const body = readJSON(text);
        if (body === undefined) {
          log.warn({ accountID: from.accountID }, 'a call was not JSON and is refused');
          return refuse(reply, 400);
        }
        const accountID = accountOfCall(store, from.accountID, body);
        if (!record(accountID, from.accountID, kind, text)) return refuse(reply, 503);
        await apply();
        const isKnown = kind !== 'Message' || isSeen(accountID, body);
        return reply.code(isKnown ? 200 : 202).send();
      },
    });
    refuseOthers(server, address, method, refuse);
  }
};
