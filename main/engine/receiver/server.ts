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
const buildPathPattern = ({ url }: ServedEndpoint): RegExp =>
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

export const createServer = (dependencies: {
  readonly settings: Pick<ServerSettings, 'endpoints' | 'mark' | 'refusals'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly listAddressees: (endpoint: ServedEndpoint, path: string) => readonly AccountAddressee[];
  /** Finds an expected test event, which can arrive at any endpoint. */
  readonly findProbe: (path: string) => Addressee | null;
  /** Stores a call; returns the status to respond. */
  readonly take: (call: Call, endpoint: ServedEndpoint) => Promise<number>;
  /** The same for a test event. */
  readonly takeProbe: (path: string) => Promise<number>;
}) => {
  const { settings, clock, log, listAddressees, findProbe, take, takeProbe } = dependencies;
  const { mark, refusals } = settings;
  const endpoints = settings.endpoints.map((each) => ({
    ...each,
    pathPattern: buildPathPattern(each),
  }));
  const countFailure = createFailureCounter(clock);
  let http: HTTPServer | null = null;
  let guard: Guard | null = null;

  const createRefusal = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => {
    Atomics.add(refusals, 0, 1);
    return { status, headers: { ...headers, [mark.header]: mark.value } };
  };

  const identify = (
    method: string,
    target: string,
    authorization: string | undefined,
    remote: string,
  ): { readonly caller: Caller } | { readonly refusal: Reply } => {
    const [first, ...others] = endpoints.filter(({ pathPattern }) => pathPattern.test(target));
    if (first === undefined) return { refusal: createRefusal(404) };
    const endpoint = [first, ...others].find((each) => each.method === method);
    if (endpoint === undefined) return { refusal: createRefusal(405, { allow: first.method }) };
    const path = endpoint.pathPattern.exec(target)?.[1] ?? '';
    let addressees: readonly Sender[];
    try {
      addressees = listAddressees(endpoint, path);
    } catch (thrown) {
      log.error({ err: thrown }, 'the addressee of a delivery could not be looked up');
      return { refusal: createRefusal(503) };
    }
    const probe = addressees.length > 0 ? null : findProbe(path);
    const verdict = authenticate(probe === null ? addressees : [probe], authorization);
    if (!('status' in verdict)) return { caller: { sender: verdict.sender, endpoint } };
    const status = countFailure(remote) ? 429 : verdict.status;
    return {
      refusal: createRefusal(status, status === 401 ? { 'www-authenticate': 'Basic' } : {}),
    };
  };

  const respond = (response: ServerResponse, { status, headers = {} }: Reply): void =>
    void response.writeHead(status, { ...headers, 'content-length': 0 }).end();
  const refuse = (response: ServerResponse, { status, headers }: Reply): void =>
    respond(response, { status, headers: { ...headers, connection: 'close' } });

  /** Takes an authorized caller's body; returns the status to respond. */
  const takeBody = async ({ sender, endpoint }: Caller, body: string): Promise<number> => {
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
    if ('refusal' in verdict) return refuse(response, verdict.refusal);
    guard?.protect(request, response);
    if (!isJSON(headers['content-type'])) return refuse(response, createRefusal(415));
    if (headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request);
    if (body === null) return refuse(response, createRefusal(413));
    const status = await takeBody(verdict.caller, body);
    if (status >= 300) refuse(response, createRefusal(status));
    else if (status === 204) response.writeHead(204).end();
    else respond(response, { status });
  };

  const createGuardedServer = (): HTTPServer => {
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
      maxConnections,
      judge: ({ method, target, headers }, { remoteAddress = '' }) => {
        const authorization = headers.get('authorization')?.[0];
        const verdict = identify(method, target, authorization, remoteAddress);
        return 'refusal' in verdict ? verdict.refusal : null;
      },
    });
    // A client may send the body only after it is identified.
    server.on('checkContinue', serve);
    return server;
  };

  return {
    /** Listens on a port (0: any free one); false if it is taken. */
    open: async (port: number): Promise<boolean> => {
      const server = createGuardedServer();
      const listening = once(server, 'listening');
      try {
        server.listen({ host, port, backlog });
        await listening;
        // Such as too many open files, which must not end the engine.
        server.on('error', (thrown) =>
          log.warn({ err: thrown }, 'a connection could not be accepted'),
        );
        http = server;
        return true;
      } catch (thrown) {
        log.warn({ err: thrown, port }, 'a port cannot be listened on');
        return false;
      }
    },
    /** Null unless it listens. */
    getPort: (): number | null => (http === null ? null : (http.address() as AddressInfo).port),
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
