/** Faults of a service, injected through its control interface (sandbox/control/). */
import type { Chance } from './chance.ts';
import type { Service } from './service.ts';

type Fault = {
  readonly name: string;
  /** Skips all but one in this many chances. */
  readonly rarity?: number;
  /** Returns false if the fault is not possible now. */
  readonly inject: (service: Service, chance: Chance) => Promise<unknown>;
};

const page = '<!doctype html><html><body><h1>Maintenance</h1></body></html>';

/** Paths that the app requests itself: a person would repeat only those of the connection page. */
const paths: Readonly<Record<Service['kind'], readonly string[]>> = {
  listed: ['/api/v4/', '/api/v4/negotiations', '/api/v4/businesses', '/oauth2/token'],
  unlisted: ['/api/v4/', '/api/v4/negotiations', '/api/v4/businesses', '/oauth2/token'],
  legacy: ['/v1/', '/v2/'],
};

const answerWith =
  (fault: (chance: Chance) => Readonly<Record<string, unknown>>): Fault['inject'] =>
  (service, chance) =>
    service.spoil(chance.pick(paths[service.kind]), chance.between(1, 4), fault(chance));

const html = { 'content-type': 'text/html' };

export const serviceFaults: readonly Fault[] = [
  {
    name: 'a server error',
    inject: answerWith((chance) => ({ status: chance.pick([500, 502, 503, 504, 408]) })),
  },
  {
    name: 'a page of HTML as an error',
    inject: answerWith(() => ({ status: 503, body: page, headers: html })),
  },
  {
    name: 'a page of HTML as success',
    inject: answerWith(() => ({ status: 200, body: page, headers: html })),
  },
  { name: 'an empty answer', inject: answerWith(() => ({ status: 200, body: '' })) },
  {
    name: 'cut before it was processed',
    inject: answerWith(() => ({ drop: 'before' })),
  },
  { name: 'cut after it was processed', inject: answerWith(() => ({ drop: 'after' })) },
  {
    name: 'a late answer',
    inject: answerWith((chance) => ({ delayMs: chance.between(500, 5_000) })),
  },
  {
    name: 'too many requests',
    inject: answerWith((chance) => ({
      status: 429,
      headers: { 'retry-after': String(chance.between(1, 5)) },
    })),
  },
  {
    name: 'deliveries repeated, late and out of order',
    inject: (service, chance) =>
      service.control('POST', '/deliveries/policy', {
        retry: true,
        duplicate: chance.between(0, 6) / 10,
        reorderMs: chance.pick([0, 500, 3_000]),
        delayMs: chance.pick([0, 200, 2_000]),
        messageFirst: chance.happens(0.5),
      }),
  },
  {
    name: 'tokens expire',
    rarity: 3,
    inject: (service) => service.control('POST', '/clock', { advanceSeconds: 3_700 }),
  },
  {
    name: 'the grant is revoked',
    rarity: 8,
    inject: (service) => service.control('POST', '/tokens/revoke', {}),
  },
];
