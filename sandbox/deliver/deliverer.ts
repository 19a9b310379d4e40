/** Delivers shipments over HTTP by the delivery policy: late, twice, in another order or again. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { createRandom } from '../generate/random.ts';
import type { Delivery } from '../state.ts';
import { takeNextNumber, type Shipment, type World } from '../world.ts';

/** Seconds before each retry of a delivery without a 2xx response. */
const retryDelays = [1, 2, 4, 8, 16] as const;
const maxDeliveries = 20_000;

export const createDeliverer = (getWorld: () => World) => {
  const agent = new Agent({
    connect: { timeout: 5000 },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  });

  const send = (shipment: Shipment): void => {
    const world = getWorld();
    const { policy } = world.state;
    const random = createRandom(world.options.seed, 'delivery', takeNextNumber(world));
    const copies = random.chance(policy.duplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const wait = policy.delayMs + random.next() * policy.reorderMs;
      const start = () => void attempt(world, shipment, undefined);
      if (wait > 0) world.clock.after(wait, start);
      else start();
    }
  };

  const attempt = async (
    world: World,
    shipment: Shipment,
    earlier: Delivery | undefined,
  ): Promise<void> => {
    if (!shipment.isWanted()) return;
    const delivery = earlier ?? recordDelivery(world, shipment);
    delivery.status = await post(shipment);
    delivery.attempts++;
    world.markChanged();
    if (!earlier) shipment.onAttempt?.();
    const isReceived = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    const wait = retryDelays[delivery.attempts - 1];
    if (!isReceived && wait !== undefined && world.state.policy.retry)
      world.clock.after(wait * 1000, () => void attempt(world, shipment, delivery));
  };

  /** Returns the response status, or null without a response. */
  const post = async ({ method, url, headers, body }: Shipment): Promise<number | null> => {
    try {
      const response = await request(url, {
        dispatcher: agent,
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return null;
    }
  };

  return { send, close: () => agent.destroy() };
};

const recordDelivery = (world: World, { eventType, webhookID }: Shipment): Delivery => {
  const delivery: Delivery = {
    deliveryID: randomUUID(),
    eventType,
    webhookID,
    status: null,
    attempts: 0,
    at: new Date(world.clock.now()).toISOString(),
  };
  const { deliveries } = world.state;
  deliveries.push(delivery);
  if (deliveries.length > maxDeliveries) deliveries.splice(0, maxDeliveries / 2);
  return delivery;
};
