/**
 * Carries shipments over real HTTP: late, twice, out of order or again, as the delivery policy says,
 * and writes down what became of each. Does not know what it carries.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { randomOf } from '../generate/random.ts';
import type { Delivery } from '../state.ts';
import { nextNumber, type World } from '../world.ts';
import type { Shipment } from './shipment.ts';

/** Seconds before each repetition of a delivery that was not answered with 2xx. */
const retryAfter = [1, 2, 4, 8, 16] as const;
const rememberedDeliveries = 20_000;

export type Deliverer = {
  readonly send: (shipment: Shipment) => void;
  readonly close: () => Promise<void>;
};

export const createDeliverer = (theWorld: () => World): Deliverer => {
  const agent = new Agent({
    connect: { timeout: 5000 },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  });

  const send = (shipment: Shipment): void => {
    const world = theWorld();
    const { policy } = world.state;
    const random = randomOf(world.options.seed, 'delivery', nextNumber(world));
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
    if (!shipment.wanted()) return;
    const delivery = earlier ?? enter(world, shipment);
    delivery.status = await post(shipment);
    delivery.attempts++;
    world.changed();
    if (!earlier) shipment.attempted?.();
    const received = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    const wait = retryAfter[delivery.attempts - 1];
    if (!received && wait !== undefined && world.state.policy.retry)
      world.clock.after(wait * 1000, () => void attempt(world, shipment, delivery));
  };

  /** The status of the answer, null when there was none. */
  const post = async ({ method, url, headers, body }: Shipment): Promise<number | null> => {
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return null;
    }
  };

  return { send, close: () => agent.destroy() };
};

const enter = (world: World, { eventType, webhookID }: Shipment): Delivery => {
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
  if (deliveries.length > rememberedDeliveries) deliveries.splice(0, rememberedDeliveries / 2);
  return delivery;
};
