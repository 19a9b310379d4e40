/**
 * Where the browser comes back to with the code: a listener on 127.0.0.1 and a registered port, open
 * only while an attempt waits (security rule 9). It knows the way, not the meaning: whether an answer
 * belongs to the attempt is decided by `receive`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { limitConnections, patience } from '../listener/listener.ts';
import { pageHeaders, pages } from './loopback-pages.ts';

export type Loopback = {
  /** The registered address whose port was free. */
  readonly redirectUri: string;
  readonly close: () => void;
};

/** Takes the query of the address the browser came back to; `refused` leaves the listener waiting. */
export type Receive = (query: URLSearchParams) => 'taken' | 'refused';

/**
 * Listens on the first registered port that is free, until one answer is taken or it is closed.
 *
 * @param redirectUris registered addresses, `http://127.0.0.1:PORT/path`
 * @param hasWayBack whether the system opens us by `hearthline:`, so that the last page may lead there
 * Errors: `port_in_use` when every registered port is taken.
 */
export const openLoopback = async (
  redirectUris: readonly string[],
  receive: Receive,
  hasWayBack: boolean,
): Promise<Answer<Loopback>> => {
  for (const redirectUri of redirectUris) {
    const server = await listen(new URL(redirectUri), receive, hasWayBack);
    if (server !== null) {
      return succeed({
        redirectUri,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    }
  }
  const ports = redirectUris.map((address) => new URL(address).port).join(', ');
  return fail(
    'port_in_use',
    `Another program uses the port that the browser comes back to (${ports}). Close it and try again.`,
  );
};

/** Each is closed after its one answer. */
const mostConnections = 20;

/** Resolves with null when the port cannot be had. */
const listen = (registered: URL, receive: Receive, hasWayBack: boolean): Promise<Server | null> => {
  const host = `127.0.0.1:${registered.port}`;
  const path = registered.pathname.replace(/\/$/, '');
  let used = false;

  /** What to answer; `taken` at most once. */
  const judge = (request: IncomingMessage): { status: number; page: keyof typeof pages } => {
    if (!isFor(request, host)) return { status: 421, page: 'unknown' };
    const [requestPath = '', query = ''] = splitOnce(request.url ?? '');
    // The service is known to add a slash before the query (service.md, redirect result).
    if (used || (requestPath !== path && requestPath !== `${path}/`)) {
      return { status: 404, page: 'unknown' };
    }
    if (request.method !== 'GET') return { status: 405, page: 'unknown' };
    if (receive(new URLSearchParams(query)) === 'refused') return { status: 400, page: 'refused' };
    used = true;
    return { status: 200, page: hasWayBack ? 'takenWithWayBack' : 'taken' };
  };

  const server = createServer(
    { ...patience, maxHeaderSize: 16_384 },
    (request: IncomingMessage, response: ServerResponse) => {
      const { status, page } = judge(request);
      response.writeHead(status, pageHeaders);
      response.end(pages[page], () => {
        if (status !== 200) return;
        server.close();
        server.closeAllConnections();
      });
    },
  );
  limitConnections(server, mostConnections);
  return new Promise((opened) => {
    server.once('error', () => opened(null));
    server.listen({ host: '127.0.0.1', port: Number(registered.port), exclusive: true }, () =>
      opened(server),
    );
  });
};

/** One Host header that is exactly ours: another name that leads here is somebody's rebinding. */
const isFor = (request: IncomingMessage, host: string): boolean => {
  const hosts = request.rawHeaders.filter(
    (_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host',
  );
  return hosts.length === 1 && hosts[0] === host;
};

const splitOnce = (target: string): readonly string[] => {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
};
