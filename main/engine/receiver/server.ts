/**
 * The HTTP server on 127.0.0.1 for the generations' endpoints and test events (security rules 12 and 20).
 * It responds once `take` has stored a call.
 */
import { once } from 'node:events';
import {
  createServer as createHTTPServer,
  type IncomingMessage,
  type Server as HTTPServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../clock/clock.ts';
import { parseJSON } from '../../http/json.ts';
import { guardConnections, patience, type Guard, type Reply } from '../../listener/listener.ts';
import type { Log } from '../../log/log.ts';
import { authenticate, type Addressee } from '../platform/http/credentials.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Call, ServedEndpoint, ServerSettings } from './messages.ts';
import { createFailureCounter } from './failures.ts';

/** In bytes. */
const maxDeliveryLength = 256 * 1024;
const maxConnections = 200;
const maxRequestsPerConnection = 1_000;
/** Length of the accept queue: a client that finds it full retries after a second. */
const backlog = 4_096;
const host = '127.0.0.1';

export type AccountAddressee = Addressee & { readonly accountID: AccountID };

type Sender = Addressee & { readonly accountID?: AccountID };
type Caller = { readonly sender: Sender; readonly endpoint: ServedEndpoint };

/** Matches an endpoint, also below a path that a proxy did not remove. */
const pathsOf = ({ url }: ServedEndpoint): RegExp =>
  new RegExp(`^[^?]*${url.replace(':path', '([^/?]+)')}(?:\\?|$)`);

const isJSON = (type: string | undefined): boolean =>
  /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '');

/** Reads a body; null if it is too long. Rejects when the client leaves. */
const readBody = (request: IncomingMessage): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > maxDeliveryLength) return resolve(null);
    const parts: Buffer[] = [];
    let length = 0;
    const read = (part: Buffer): void => {
      length += part.length;
      parts.push(part);
      if (length <= maxDeliveryLength) return;
      request.pause().off('data', read);
      resolve(null);
    };
    request.on('data', read);
    request.once('end', () => resolve(Buffer.concat(parts).toString()));
    request.once('error', reject);
  });

export const createServer = (parts: {
  readonly settings: Pick<ServerSettings, 'endpoints' | 'mark' | 'refused'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Addressees of a path. */
  readonly addresseesAt: (endpoint: ServedEndpoint, path: string) => readonly AccountAddressee[];
  /** An expected test event; they arrive at any endpoint. */
  readonly probeAt: (path: string) => Addressee | null;
  /** Stores a call; returns the status to respond. */
  readonly take: (call: Call, endpoint: ServedEndpoint) => Promise<number>;
  /** The same for a test event. */
  readonly takeProbe: (path: string) => Promise<number>;
}) => {
  const { clock, log, addresseesAt, probeAt, take, takeProbe } = parts;
  const { mark, refused } = parts.settings;
  const endpoints = parts.settings.endpoints.map((each) => ({ ...each, paths: pathsOf(each) }));
  const countFailure = createFailureCounter(clock);
  let http: HTTPServer | null = null;
  let guard: Guard | null = null;

  const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => {
    Atomics.add(refused, 0, 1);
    return { status, headers: { ...headers, [mark.header]: mark.value } };
  };

  const identify = (
    method: string,
    target: string,
    authorization: string | undefined,
    remote: string,
  ): { readonly caller: Caller } | { readonly refused: Reply } => {
    const [first, ...others] = endpoints.filter(({ paths }) => paths.test(target));
    if (first === undefined) return { refused: refusal(404) };
    const endpoint = [first, ...others].find((each) => each.method === method);
    if (endpoint === undefined) return { refused: refusal(405, { allow: first.method }) };
    const path = endpoint.paths.exec(target)?.[1] ?? '';
    let addressees: readonly Sender[];
    try {
      addressees = addresseesAt(endpoint, path);
    } catch (thrown) {
      log.error({ err: thrown }, 'the addressee of a delivery could not be looked up');
      return { refused: refusal(503) };
    }
    const probe = addressees.length > 0 ? null : probeAt(path);
    const verdict = authenticate(probe === null ? addressees : [probe], authorization);
    if (!('status' in verdict)) return { caller: { sender: verdict.sender, endpoint } };
    const status = countFailure(remote) ? 429 : verdict.status;
    return { refused: refusal(status, status === 401 ? { 'www-authenticate': 'Basic' } : {}) };
  };

  const respond = (response: ServerResponse, { status, headers = {} }: Reply): void =>
    void response.writeHead(status, { ...headers, 'content-length': 0 }).end();
  const refuse = (response: ServerResponse, { status, headers }: Reply): void =>
    respond(response, { status, headers: { ...headers, connection: 'close' } });

  /** Returns the status to respond. */
  const takeFrom = async ({ sender, endpoint }: Caller, body: string): Promise<number> => {
    const { accountID, path } = sender;
    if (accountID === undefined) return takeProbe(path);
    if (parseJSON(body) === undefined) {
      log.warn({ accountID }, 'a delivery was not JSON and is refused');
      return 400;
    }
    const { method, url } = endpoint;
    return take({ accountID, method, url, path, body, at: clock.now() }, endpoint);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers, socket } = request;
    // Behind a proxy, later requests of a connection may be a stranger's.
    const verdict = identify(method, url, headers.authorization, socket.remoteAddress ?? '');
    if ('refused' in verdict) return refuse(response, verdict.refused);
    guard?.protect(request, response);
    if (!isJSON(headers['content-type'])) return refuse(response, refusal(415));
    if (headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request);
    if (body === null) return refuse(response, refusal(413));
    const status = await takeFrom(verdict.caller, body);
    if (status >= 300) refuse(response, refusal(status));
    else if (status === 204) response.writeHead(204).end();
    else respond(response, { status });
  };

  const build = (): HTTPServer => {
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      handle(request, response).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code !== 'ECONNRESET') log.error({ err: thrown }, 'the receiver failed');
        response.destroy();
      });
    };
    const server = createHTTPServer({ ...patience, keepAliveTimeout: 10_000 }, serve);
    server.timeout = 30_000;
    server.maxRequestsPerSocket = maxRequestsPerConnection;
    // The last response announced the close: later requests get none.
    server.on('dropRequest', (_request, socket) => {
      if (!socket.writableEnded) (socket as Socket).destroySoon();
    });
    guard = guardConnections(server, {
      most: maxConnections,
      judge: ({ method, target, headers }, { remoteAddress = '' }) => {
        const authorization = headers.get('authorization')?.[0];
        const sender = identify(method, target, authorization, remoteAddress);
        return 'refused' in sender ? sender.refused : null;
      },
    });
    // A client may send the body only after it is identified.
    server.on('checkContinue', serve);
    return server;
  };

  return {
    /** Listens on a port (0: any free one); false if it is taken. */
    listenAt: async (port: number): Promise<boolean> => {
      const server = build();
      const listening = once(server, 'listening');
      try {
        server.listen({ host, port, backlog });
        await listening;
        http = server;
        return true;
      } catch (thrown) {
        log.warn({ err: thrown, port }, 'a port cannot be listened on');
        return false;
      }
    },
    /** While it listens. */
    port: (): number | null => (http === null ? null : (http.address() as AddressInfo).port),
    stop: async (): Promise<void> => {
      if (http === null) return;
      const closed = once(http, 'close');
      http.close();
      guard?.closeAll();
      http.closeAllConnections();
      await closed;
    },
  };
};
