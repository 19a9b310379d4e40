/**
 * Webhooks of a business and of the user (service specification, endpoints H and I): the same
 * resource with a different owner. Credentials are accepted and never returned.
 */
import { z } from 'zod';
import { answer, created, done, limitField, read, refuse, type Answer } from '../http/answer.ts';
import type { Problem } from '../http/problem.ts';
import { isBusinessEvent, isUserEvent, sameOwner, sendLeadEvent } from '../deliver/events.ts';
import { generateLead } from '../generate/lead.ts';
import { idOf, randomOf } from '../generate/random.ts';
import { presentLead } from '../leads/present.ts';
import type { DeliveryAuth, Webhook } from '../state.ts';
import { nextNumber, type World } from '../world.ts';
import { businessOf, type Call, type Endpoint } from './endpoint.ts';

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

type Owner = Webhook['owner'];

type Kind = {
  /** Base path. */
  readonly base: string;
  readonly takes: (eventType: string) => boolean;
  readonly ownerOf: (call: Call) => { readonly owner: Owner } | { readonly problem: Problem };
};

const ofBusiness: Kind = {
  base: '/v4/businesses/:businessID/webhooks',
  takes: isBusinessEvent,
  ownerOf(call) {
    const found = businessOf(call);
    return 'problem' in found ? found : { owner: { businessID: found.business.businessID } };
  },
};

const ofUser: Kind = {
  base: '/v4/users/webhooks',
  takes: isUserEvent,
  ownerOf: ({ userID }) => ({ owner: { userID } }),
};

const endpointsOf = (kind: Kind): readonly Endpoint[] => {
  const reading = { method: 'GET', scope: 'supply::webhooks.read' } as const;
  const scope = 'supply::webhooks.write' as const;
  const one = `${kind.base}/:webhookID`;
  return [
    { ...reading, path: kind.base, handle: (call) => list(kind, call) },
    {
      ...reading,
      path: one,
      handle: (call) => withWebhook(kind, call, (it) => answer(present(it))),
    },
    { method: 'POST', scope, path: kind.base, handle: (call) => create(kind, call) },
    {
      method: 'PUT',
      scope,
      path: one,
      handle: (call) => withWebhook(kind, call, (it) => enable(it, call)),
    },
    {
      method: 'DELETE',
      scope,
      path: one,
      handle: (call) => withWebhook(kind, call, (it) => remove(it, call)),
    },
    {
      method: 'PUT',
      scope,
      path: `${one}/auth`,
      handle: (call) => withWebhook(kind, call, (it) => setAuth(it, call)),
    },
    {
      method: 'DELETE',
      scope,
      path: `${one}/auth`,
      handle: (call) =>
        withWebhook(kind, call, (webhook) => {
          delete webhook.auth;
          return done;
        }),
    },
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

const list = (kind: Kind, call: Call): Answer => {
  const of = kind.ownerOf(call);
  if ('problem' in of) return of;
  const parsed = read(z.object({ limit: limitField(maxWebhooks) }), call.query);
  if ('problem' in parsed) return parsed;
  const { limit = maxWebhooks } = parsed.value;
  const own = call.world.state.webhooks.filter(({ owner }) => sameOwner(owner, of.owner));
  return answer({ data: own.slice(0, limit).map(present), pagination: { limit } });
};

const create = (kind: Kind, call: Call): Answer => {
  const of = kind.ownerOf(call);
  if ('problem' in of) return of;
  const { world } = call;
  const parsed = read(
    z.object({
      webhookURL: z.string().refine((url) => isTarget(url, world), {
        message: world.options.requireHttpsWebhooks
          ? 'must be an https address'
          : 'must be an http or https address',
      }),
      eventTypes: z
        .array(z.string().refine(kind.takes, { message: 'is no event kind of this webhook' }))
        .min(1),
      enabled: z.boolean().default(true),
      auth: authFields.nullish(),
    }),
    call.body,
  );
  if ('problem' in parsed) return parsed;
  const { webhookURL, eventTypes, enabled, auth } = parsed.value;
  const webhook: Webhook = {
    webhookID: idOf(world.options.seed, 'webhook', nextNumber(world)),
    webhookURL,
    owner: of.owner,
    eventTypes: [...new Set(eventTypes)],
    enabled,
    ...(auth ? { auth } : {}),
  };
  world.state.webhooks.push(webhook);
  return created(present(webhook));
};

const isTarget = (text: string, world: World): boolean => {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || (protocol === 'http:' && !world.options.requireHttpsWebhooks);
};

/** Calls `next` with the webhook in the path, or answers 404. */
const withWebhook = (kind: Kind, call: Call, next: (webhook: Webhook) => Answer): Answer => {
  const of = kind.ownerOf(call);
  if ('problem' in of) return of;
  const webhook = call.world.state.webhooks.find(
    ({ webhookID, owner }) => webhookID === call.params['webhookID'] && sameOwner(owner, of.owner),
  );
  return webhook ? next(webhook) : refuse(404, 'There is no such webhook.');
};

const enable = (webhook: Webhook, { body }: Call): Answer => {
  const parsed = read(z.object({ enabled: z.boolean() }), body);
  if ('problem' in parsed) return parsed;
  webhook.enabled = parsed.value.enabled;
  return answer(present(webhook));
};

const setAuth = (webhook: Webhook, { body }: Call): Answer => {
  const parsed = read(authFields, body);
  if ('problem' in parsed) return parsed;
  webhook.auth = parsed.value;
  return answer(present(webhook));
};

const remove = (webhook: Webhook, { world }: Call): Answer => {
  world.state.webhooks = world.state.webhooks.filter((other) => other !== webhook);
  return done;
};

/**
 * A test delivery, with the only marks that the live one has: its names. By turns it has a businessID of
 * its own and the account's (live facts, seen since). Its lead cannot be read: 404, or 403 where its
 * business is nobody's.
 */
const sendTestNegotiation = (call: Call): Answer => {
  const found = businessOf(call);
  if ('problem' in found) return found;
  const { world } = call;
  const { business } = found;
  const number = nextNumber(world);
  const isOwn = world.state.testDeliveries++ % 2 === 1;
  const lead = generateLead({
    seed: world.options.seed,
    number,
    business: {
      ...business,
      businessID: isOwn ? business.businessID : testBusinessID,
      name: 'Test Business for Webhooks',
    },
    createdAt: world.clock.now(),
    status: 'Open',
    chargeState: 'Charged',
    overrides: { firstName: 'Test', lastName: 'Customer', phone: '1234567890' },
  });
  const negotiationID = idOf(world.options.seed, 'test negotiation', number);
  const record = { ...presentLead(world, lead), negotiationID };
  if (!isOwn && randomOf(world.options.seed, 'foreign', number).chance(0.5))
    world.state.foreignLeads.push(negotiationID);
  sendLeadEvent(world, business.businessID, record);
  return answer({ negotiationID });
};

export const webhookEndpoints: readonly Endpoint[] = [
  ...endpointsOf(ofBusiness),
  ...endpointsOf(ofUser),
  {
    method: 'POST',
    path: `${ofBusiness.base}/test-negotiation`,
    scope: 'supply::webhooks.write',
    handle: sendTestNegotiation,
  },
];
