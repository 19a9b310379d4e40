/** Connections to NATS: as system (to push claims), as hub (own stream), and one for each team in use. */
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import type { KeyPair } from '@nats-io/nkeys';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { readFile } from 'node:fs/promises';
import { pause, systemClock } from '../main/clock/clock.ts';
import type { CertificateProblem } from '../contract/team/log-state.ts';
import { findCertificateProblem } from '../main/http/certificate.ts';
import { authenticateAs } from '../main/sealing/nkey.ts';
import { ConfigError, type HubConfig } from './config.ts';

export type Connection = {
  readonly nats: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
};

/** Milliseconds. */
const requestTimeoutMs = 5_000;
const retryMs = 500;

const advice: Readonly<Record<CertificateProblem, string>> = {
  unknown_authority:
    'the certificate of the servers is of an unknown authority: enter the file of yours as nats.ca',
  wrong_name:
    'the certificate of the servers has other names: enter one of them in nats.servers, or make a certificate with these',
  expired:
    'the certificate of the servers is not valid now: renew it and send the servers SIGHUP, or correct this clock',
};

const readAuthority = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new ConfigError(`nats.ca: ${(thrown as Error).message}`);
  }
};

const open = async (
  { servers, ca }: HubConfig['nats'],
  user: KeyPair,
  token: string,
): Promise<NatsConnection> => {
  const authority = ca === undefined ? {} : { ca: await readAuthority(ca) };
  return connect({
    servers: [...servers],
    authenticator: authenticateAs(token, user),
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    ignoreAuthErrorAbort: true,
    timeout: requestTimeoutMs,
    // By default the client creates an error for each request in advance, which takes as long as the request.
    noAsyncTraces: true,
    // TLS starts with the first byte, so that nobody in between can ask for a plain connection.
    ...(servers.some((server) => server.startsWith('tls:')) && {
      tls: { handshakeFirst: true, ...authority },
    }),
  });
};

/**
 * Connects as a user, and reconnects until it is closed. Throws ConfigError for a refused certificate.
 * @param waits whether to wait for a server that is not up yet
 */
export const connectAs = async (
  config: HubConfig['nats'],
  user: KeyPair,
  token: string,
  waits = false,
): Promise<Connection> => {
  let nats: NatsConnection | null = null;
  while (nats === null)
    try {
      nats = await open(config, user, token);
    } catch (thrown) {
      const problem = findCertificateProblem(thrown);
      if (problem !== null) throw new ConfigError(advice[problem]);
      if (!waits || thrown instanceof ConfigError) throw thrown;
      await pause(systemClock, retryMs);
    }
  const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: requestTimeoutMs });
  return { nats, js: jetstream(nats, { timeout: requestTimeoutMs }), jsm };
};
