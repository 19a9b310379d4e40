/**
 * The calls of the legacy interface to the partner (service specification, endpoints G): a lead, a
 * customer's message, a lead's price. They go to the one partner that the control interface named,
 * with the Basic credentials that the partner supplied, and for connected businesses only.
 */
import { basicAuth } from '../deliver/basic.ts';
import type { Lead, Message } from '../records.ts';
import type { World } from '../world.ts';
import { legacyLead, priceOf, unixSeconds } from './lead.ts';

/** POST /v1/lead. */
export function tellPartnerOfLead(world: World, lead: Lead): void {
  call(world, lead, {
    eventType: 'Lead',
    method: 'POST',
    path: '/v1/lead',
    body: legacyLead(lead, world.state.partner?.phoneReady !== false),
  });
}

/** POST /v1/message. */
export function tellPartnerOfMessage(
  world: World,
  lead: Lead,
  message: Message,
  attempted: () => void,
): void {
  const { negotiationID, customer, business } = lead.negotiation;
  const body = {
    leadID: negotiationID,
    customerID: customer.customerID,
    businessID: business.businessID,
    message: {
      messageID: message.messageID,
      createTimestamp: unixSeconds(message.sentAt),
      text: message.text,
    },
  };
  call(world, lead, { eventType: 'Message', method: 'POST', path: '/v1/message', body, attempted });
}

/** PUT /v1/lead/update: the lead price became known. */
export function tellPartnerOfPrice(world: World, lead: Lead): void {
  const body = { leadID: lead.negotiation.negotiationID, ...priceOf(lead) };
  call(world, lead, { eventType: 'LeadUpdate', method: 'PUT', path: '/v1/lead/update', body });
}

interface Call {
  readonly eventType: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly attempted?: () => void;
}

function call(world: World, lead: Lead, { path, ...rest }: Call): void {
  const { partner } = world.state;
  const { businessID } = lead.negotiation.business;
  if (!partner || !isConnected(world, businessID)) return;
  world.send({
    ...rest,
    webhookID: null,
    url: partner.baseUrl.replace(/\/$/, '') + path,
    headers: { authorization: basicAuth(partner.username, partner.password) },
    wanted: () => isConnected(world, businessID),
  });
}

/** Whether a professional connected the business through the legacy flow and it stayed so. */
function isConnected(world: World, businessID: string): boolean {
  const { clientID } = world.clients.legacy;
  return Object.values(world.state.grants).some(
    (grant) => !grant.dead && grant.clientID === clientID && grant.businessID === businessID,
  );
}
