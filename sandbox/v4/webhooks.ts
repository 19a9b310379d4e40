/** Webhooks of a business and of the user (conformance.md, H and I). Credentials are never returned. */
import { z } from 'zod';
import { isBusinessEvent, isUserEvent, isSameOwner, sendLeadEvent } from '../deliver/events.ts';
import { generateLead } from '../generate/lead.ts';
import { idOf, randomOf } from '../generate/random.ts';
import { Refusal } from '../http/problem.ts';
import { limitField, read } from '../http/read.ts';
import { presentLead } from '../leads/present.ts';
import type { DeliveryAuth, Webhook } from '../state.ts';
import { nextNumber, type World } from '../world.ts';
import { businessOf, type Call, endpoint, type Endpoint } from './endpoint.ts';

const maxWebhooks = 100;
const testBusinessID = idOf(0, 'test business');

const authFields = z.union([
  z
    .object({ username: z.string().min(1), password: z.string() })
    .transform((basic): DeliveryAuth => ({ type: 'Basic', ...basic })),
  z
    .object({
      headerName: z.string().regex(/^[\w-]+$/),
      headerValue: z.string().regex(/^[\x20-\x7e]+$/),
    })
    .transform((header): DeliveryAuth => ({ type: 'CustomHeader', ...header })),
]);

type WebhookKind = {
  readonly path: string;
  readonly accepts: (eventType: string) => boolean;
  readonly ownerOf: (call: Call) => Webhook['owner'];
};

const ofBusiness: WebhookKind = {
  path: '/v4/businesses/:businessID/webhooks',
  accepts: isBusinessEvent,
  ownerOf: (call) => ({ businessID: businessOf(call).businessID }),
};

const ofUser: WebhookKind = {
  path: '/v4/users/webhooks',
  accepts: isUserEvent,
  ownerOf: ({ userID }) => ({ userID }),
};

const readScope = 'supply::webhooks.read';
const writeScope = 'supply::webhooks.write';

const endpointsOf = (kind: WebhookKind): readonly Endpoint[] => {
  const one = `${kind.path}/:webhookID`;
  return [
    endpoint('GET', kind.path, readScope, (call) => list(kind, call)),
    endpoint('GET', one, readScope, (call) => present(findWebhook(kind, call))),
    endpoint('POST', kind.path, writeScope, (call) => create(kind, call), 201),
    endpoint('PUT', one, writeScope, (call) => {
      const webhook = findWebhook(kind, call);
      webhook.enabled = read(z.object({ enabled: z.boolean() }), call.body).enabled;
      return present(webhook);
    }),
    endpoint('DELETE', one, writeScope, (call) => {
      const webhook = findWebhook(kind, call);
      const { state } = call.world;
      state.webhooks = state.webhooks.filter((other) => other !== webhook);
      return undefined;
    }),
    endpoint('PUT', `${one}/auth`, writeScope, (call) => {
      const webhook = findWebhook(kind, call);
      webhook.auth = read(authFields, call.body);
      return present(webhook);
    }),
    endpoint('DELETE', `${one}/auth`, writeScope, (call) => {
      delete findWebhook(kind, call).auth;
      return undefined;
    }),
  ];
};

const present = ({ webhookID, webhookURL, enabled, auth, owner, eventTypes }: Webhook) => ({
  webhookID,
  webhookURL,
  enabled,
  authType: auth?.type ?? 'None',
  ...owner,
  eventTypes,
});

const list = (kind: WebhookKind, call: Call) => {
  const caller = kind.ownerOf(call);
  const { limit = maxWebhooks } = read(z.object({ limit: limitField(maxWebhooks) }), call.query);
  const own = call.world.state.webhooks.filter(({ owner }) => isSameOwner(owner, caller));
  return { data: own.slice(0, limit).map(present), pagination: { limit } };
};

const create = (kind: WebhookKind, call: Call) => {
  const owner = kind.ownerOf(call);
  const { world } = call;
  const newWebhook = z.object({
    webhookURL: z.string().refine((url) => isTarget(url, world), {
      message: world.options.requireHttpsWebhooks
        ? 'must be an https address'
        : 'must be an http or https address',
    }),
    eventTypes: z
      .array(z.string().refine(kind.accepts, { message: 'is no event kind of this webhook' }))
      .min(1),
    enabled: z.boolean().default(true),
    auth: authFields.nullish(),
  });
  const { webhookURL, eventTypes, enabled, auth } = read(newWebhook, call.body);
  const webhook: Webhook = {
    webhookID: idOf(world.options.seed, 'webhook', nextNumber(world)),
    webhookURL,
    owner,
    eventTypes: [...new Set(eventTypes)],
    enabled,
    ...(auth ? { auth } : {}),
  };
  world.state.webhooks.push(webhook);
  return present(webhook);
};

const isTarget = (text: string, world: World): boolean => {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || (protocol === 'http:' && !world.options.requireHttpsWebhooks);
};

/** Returns the webhook in the path. Refuses an unknown one. */
const findWebhook = (kind: WebhookKind, call: Call): Webhook => {
  const caller = kind.ownerOf(call);
  const webhook = call.world.state.webhooks.find(
    ({ webhookID, owner }) => webhookID === call.params['webhookID'] && isSameOwner(owner, caller),
  );
  if (!webhook) throw new Refusal(404, 'There is no such webhook.');
  return webhook;
};

/**
 * Sends a test delivery. As in production, only its names distinguish it, and its lead cannot be read. Deliveries
 * alternate between a test businessID (404 or 403 for the lead) and the account's (404).
 */
const sendTestNegotiation = (call: Call) => {
  const { world } = call;
  const business = businessOf(call);
  const number = nextNumber(world);
  const isOfAccount = world.state.testDeliveries++ % 2 === 1;
  const lead = generateLead({
    seed: world.options.seed,
    number,
    business: {
      ...business,
      businessID: isOfAccount ? business.businessID : testBusinessID,
      name: 'Test Business for Webhooks',
    },
    createdAt: world.clock.now(),
    status: 'Open',
    chargeState: 'Charged',
    overrides: { firstName: 'Test', lastName: 'Customer', phone: '1234567890' },
  });
  const negotiationID = idOf(world.options.seed, 'test negotiation', number);
  const record = { ...presentLead(world, lead), negotiationID };
  if (!isOfAccount && randomOf(world.options.seed, 'foreign', number).chance(0.5))
    world.state.foreignLeads.push(negotiationID);
  sendLeadEvent(world, business.businessID, record);
  return { negotiationID };
};

export const webhookEndpoints: readonly Endpoint[] = [
  ...endpointsOf(ofBusiness),
  ...endpointsOf(ofUser),
  endpoint('POST', `${ofBusiness.path}/test-negotiation`, writeScope, sendTestNegotiation),
];
