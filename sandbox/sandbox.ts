/** Creates the world from the options and the state file, registers every area on one server and starts it. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createClock } from './clock.ts';
import { addControl } from './control/control.ts';
import { createDeliverer } from './deliver/deliverer.ts';
import { deriveNegotiationID } from './generate/lead.ts';
import { generateBusinesses, generateUser } from './generate/professional.ts';
import { deriveSecret } from './generate/random.ts';
import { addPictures } from './http/pictures.ts';
import { createRateLimit, type RateLimit } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { pickSeededBusiness } from './leads/store.ts';
import { addAccountInfo, addDisconnect } from './legacy/account.ts';
import { addConnectPage } from './legacy/connect.ts';
import { addLegacyMessage } from './legacy/message.ts';
import { addLegacyToken } from './legacy/token.ts';
import { addLegacyLookup } from './legacy/lookup.ts';
import { addMarketplacePages } from './marketplace/pages.ts';
import { addAuthorize } from './oauth/authorize.ts';
import { addOpenID } from './oauth/discovery.ts';
import { createSigningKeySource } from './oauth/id-token.ts';
import { addToken } from './oauth/token.ts';
import type { Options } from './options.ts';
import { buildReadyLine } from './ready.ts';
import { addCreateLead } from './staging/create-lead.ts';
import { createState, type State } from './state.ts';
import { createStateFile, readStateFile } from './state-file.ts';
import { startTraffic } from './traffic.ts';
import { businessEndpoints } from './v4/businesses.ts';
import { addEndpoints } from './v4/endpoint.ts';
import { lookupEndpoints } from './v4/lookup.ts';
import { messageEndpoints } from './v4/messages.ts';
import {
  jobStatusEndpoint,
  negotiationEndpoint,
  negotiationListEndpoint,
} from './v4/negotiations.ts';
import { phoneNumberEndpoints } from './v4/phone-numbers.ts';
import { reviewEndpoints } from './v4/reviews.ts';
import { webhookEndpoints } from './v4/webhooks.ts';
import type { Client, World } from './world.ts';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Content of a state file: the state and the options that generated it. */
type Saved = {
  readonly origin: Origin;
  readonly clockOffset: number;
  readonly state: State;
};
type Origin = Pick<Options, 'seed' | 'businesses' | 'leads' | 'messages'>;

/** Starts a sandbox on 127.0.0.1. Rejects when the port is taken. */
export const startSandbox = async (requested: Options, log: (line: string) => void = () => {}) => {
  const saved = requested.stateFile
    ? (readStateFile(requested.stateFile, log) as Saved | undefined)
    : undefined;
  const options = { ...requested, ...saved?.origin };
  const clock = createClock(Date.now);
  clock.reset(saved?.clockOffset ?? 0);
  const deliverer = createDeliverer(() => world);
  const stateFile = requested.stateFile
    ? createStateFile(
        requested.stateFile,
        (): Saved => {
          const { seed, businesses, leads, messages } = options;
          const origin = { seed, businesses, leads, messages };
          return { origin, clockOffset: clock.offset(), state: world.state };
        },
        log,
      )
    : undefined;
  const world: World = {
    ...generateWorld(options),
    options,
    clock,
    getSigningKey: createSigningKeySource(),
    log,
    markChanged: () => stateFile?.touch(),
    send: deliverer.send,
    heldLeads: new Map(),
    leadsBeingAnswered: new Set(),
    state: { ...createState(clock.now()), ...saved?.state },
    baseUrl: '',
  };
  const rateLimit = createRateLimit(world);
  const reset = () => {
    clock.reset(0);
    rateLimit.reset();
    world.heldLeads.clear();
    world.leadsBeingAnswered.clear();
    world.state = createState(clock.now());
    startTraffic(world);
  };

  const app = createServer(world);
  addControl(app, world, reset);
  addService(app, world, rateLimit);
  await app.listen({ host: '127.0.0.1', port: options.port });
  world.baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  world.markChanged();
  startTraffic(world);

  return {
    ready: buildReadyLine(world),
    /** Stops listening, closes open connections and writes the state file. */
    close: async (): Promise<void> => {
      stateFile?.flush();
      clock.reset(clock.offset());
      await app.close();
      await deliverer.close();
      stateFile?.flush();
    },
  };
};

/** Registers the paths of the service: the pages, both generations and staging. */
const addService = (app: FastifyInstance, world: World, rateLimit: RateLimit): void => {
  addPictures(app);
  addMarketplacePages(app, world);
  addAuthorize(app, world);
  addToken(app, world);
  addOpenID(app, world);
  addConnectPage(app, world);
  addLegacyToken(app, world);
  addAccountInfo(app, world, rateLimit);
  addLegacyMessage(app, world, rateLimit);
  addLegacyLookup(app, world, rateLimit);
  addDisconnect(app, world);
  addCreateLead(app, world);
  addEndpoints(app, world, rateLimit, [
    ...businessEndpoints,
    ...webhookEndpoints,
    negotiationEndpoint,
    jobStatusEndpoint,
    ...(world.options.listNegotiations ? [negotiationListEndpoint] : []),
    ...messageEndpoints,
    ...phoneNumberEndpoints,
    ...reviewEndpoints,
    ...lookupEndpoints,
  ]);
};

/** Generates the fixed part of the world from the options alone. Secrets derive from `options.secret` if there is one. */
const generateWorld = (options: Options) => {
  const { seed } = options;
  const createSecret = (length: number, ...purpose: readonly string[]) =>
    options.secret === undefined
      ? deriveSecret(seed, length, ...purpose)
      : createHmac('sha256', options.secret)
          .update(purpose.join('/'))
          .digest('hex')
          .slice(0, length);
  const businesses = generateBusinesses(seed, options.businesses);
  const seededLeads = new Map<string, number>();
  const seededByBusiness = new Map(businesses.map((it) => [it.businessID, [] as number[]]));
  for (let number = 0; number < options.leads; number++) {
    seededLeads.set(deriveNegotiationID(seed, number), number);
    seededByBusiness.get(pickSeededBusiness(seed, number, businesses).businessID)?.push(number);
  }
  const createClient = (
    key: string,
    values: Pick<Client, 'generation' | 'isTest' | 'name' | 'redirectURIs'>,
  ): Client => ({
    ...values,
    clientID: `${key}${deriveSecret(seed, 16, key, 'id')}`,
    clientSecret: createSecret(40, key, 'secret'),
  });
  const buildRedirectURIs = (path: string) =>
    options.redirectPorts.map((port) => `http://127.0.0.1:${port}${path}`);
  const redirectURIs = buildRedirectURIs('/callback');
  return {
    user: generateUser(seed, 'user'),
    coOwner: generateUser(seed, 'co-owner'),
    stagingTester: {
      userID: '100000000000000001',
      email: 'staging@example.com',
      firstName: 'Staging',
      lastName: 'Tester',
    },
    businesses,
    seededLeads,
    seededByBusiness,
    clients: {
      v4: createClient('v4', { generation: 'v4', isTest: false, name: 'Hearthline', redirectURIs }),
      legacy: createClient('legacy', {
        generation: 'legacy',
        isTest: false,
        name: 'Hearthline',
        redirectURIs,
      }),
      legacyTest: createClient('test', {
        generation: 'legacy',
        isTest: true,
        name: 'Hearthline (test)',
        redirectURIs: buildRedirectURIs('/test-callback'),
      }),
    },
    staging: { username: 'staging', password: createSecret(24, 'staging') },
    controlToken: createSecret(40, 'control'),
  };
};
