/** Connections to NATS: as system (to push claims), as hub (own stream), and one for each team in use. */
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import type { KeyPair } from '@nats-io/nkeys';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { HubConfig } from './config.ts';

export type Connection = {
  readonly nats: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
};

/** Milliseconds. */
const requestTimeout = 5_000;

/**
 * Connects as a user, and reconnects until it is closed.
 * @param waits whether to wait for a server that is not up yet
 */
export const connectAs = async (
  { servers, ca }: HubConfig['nats'],
  user: KeyPair,
  token: string,
  waits = false,
): Promise<Connection> => {
  const nats = await connect({
    servers: [...servers],
    authenticator: jwtAuthenticator(token, user.getSeed()),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: waits,
    ignoreAuthErrorAbort: true,
    timeout: requestTimeout,
    // An error for each request, in case it fails, would take as long as the request.
    noAsyncTraces: true,
    // The first bytes are TLS, so nobody on the way can ask for a connection without it.
    ...(servers.some((server) => server.startsWith('tls:')) && {
      tls: { handshakeFirst: true, ...(ca !== undefined && { caFile: ca }) },
    }),
  });
  const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: requestTimeout });
  return { nats, js: jetstream(nats, { timeout: requestTimeout }), jsm };
};
