/** Webhooks of a business and of the user (conformance.md, H and I). Credentials are never returned. */
import { z } from 'zod';
import { isBusinessEvent, isUserEvent, isSameOwner, sendLeadEvent } from '../deliver/events.ts';
import { generateLead } from '../generate/lead.ts';
import { deriveID, createRandom } from '../generate/random.ts';
import { Refusal } from '../http/problem.ts';
import { limitField, parseInput } from '../http/input.ts';
import { presentLead } from '../leads/present.ts';
import type { DeliveryAuth, Webhook } from '../state.ts';
import { takeNextNumber, type World } from '../world.ts';
import { requireBusiness, type Call, defineEndpoint, type Endpoint } from './endpoint.ts';

const maxWebhooks = 100;
const testBusinessID = deriveID(0, 'test business');

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
  readonly isAccepted: (eventType: string) => boolean;
  readonly getOwner: (call: Call) => Webhook['owner'];
};

const businessWebhooks: WebhookKind = {
  path: '/v4/businesses/:businessID/webhooks',
  isAccepted: isBusinessEvent,
  getOwner: (call) => ({ businessID: requireBusiness(call).businessID }),
};

const userWebhooks: WebhookKind = {
  path: '/v4/users/webhooks',
  isAccepted: isUserEvent,
  getOwner: ({ userID }) => ({ userID }),
};

const readScope = 'supply::webhooks.read';
const writeScope = 'supply::webhooks.write';

const defineEndpoints = (kind: WebhookKind): readonly Endpoint[] => {
  const one = `${kind.path}/:webhookID`;
  return [
    defineEndpoint('GET', kind.path, readScope, (call) => list(kind, call)),
    defineEndpoint('GET', one, readScope, (call) => present(requireWebhook(kind, call))),
    defineEndpoint('POST', kind.path, writeScope, (call) => create(kind, call), 201),
    defineEndpoint('PUT', one, writeScope, (call) => {
      const webhook = requireWebhook(kind, call);
      webhook.enabled = parseInput(z.object({ enabled: z.boolean() }), call.body).enabled;
      return present(webhook);
    }),
    defineEndpoint('DELETE', one, writeScope, (call) => {
      const webhook = requireWebhook(kind, call);
      const { state } = call.world;
      state.webhooks = state.webhooks.filter((other) => other !== webhook);
      return undefined;
    }),
    defineEndpoint('PUT', `${one}/auth`, writeScope, (call) => {
      const webhook = requireWebhook(kind, call);
      webhook.auth = parseInput(authFields, call.body);
      return present(webhook);
    }),
    defineEndpoint('DELETE', `${one}/auth`, writeScope, (call) => {
      delete requireWebhook(kind, call).auth;
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
  const caller = kind.getOwner(call);
  const { limit = maxWebhooks } = parseInput(
    z.object({ limit: limitField(maxWebhooks) }),
    call.query,
  );
  const own = call.world.state.webhooks.filter(({ owner }) => isSameOwner(owner, caller));
  return { data: own.slice(0, limit).map(present), pagination: { limit } };
};

const create = (kind: WebhookKind, call: Call) => {
  const owner = kind.getOwner(call);
  const { world } = call;
  const newWebhook = z.object({
    webhookURL: z.string().refine((url) => isTarget(url, world), {
      message: world.options.requireHttpsWebhooks
        ? 'must be an https address'
        : 'must be an http or https address',
    }),
    eventTypes: z
      .array(z.string().refine(kind.isAccepted, { message: 'is no event kind of this webhook' }))
      .min(1),
    enabled: z.boolean().default(true),
    auth: authFields.nullish(),
  });
  const { webhookURL, eventTypes, enabled, auth } = parseInput(newWebhook, call.body);
  const webhook: Webhook = {
    webhookID: deriveID(world.options.seed, 'webhook', takeNextNumber(world)),
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
const requireWebhook = (kind: WebhookKind, call: Call): Webhook => {
  const caller = kind.getOwner(call);
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
  const business = requireBusiness(call);
  const number = takeNextNumber(world);
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
  const negotiationID = deriveID(world.options.seed, 'test negotiation', number);
  const record = { ...presentLead(world, lead), negotiationID };
  if (!isOfAccount && createRandom(world.options.seed, 'foreign', number).chance(0.5))
    world.state.foreignLeads.push(negotiationID);
  sendLeadEvent(world, business.businessID, record);
  return { negotiationID };
};

export const webhookEndpoints: readonly Endpoint[] = [
  ...defineEndpoints(businessWebhooks),
  ...defineEndpoints(userWebhooks),
  defineEndpoint(
    'POST',
    `${businessWebhooks.path}/test-negotiation`,
    writeScope,
    sendTestNegotiation,
  ),
];
