/** Listens for the returning browser, only while an attempt waits (security rule 9). */
import { createServer } from 'node:net';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { RequestHead } from '../listener/head.ts';
import { guardConnections, type Reply } from '../listener/listener.ts';
import { pageHeaders, pages } from './loopback-pages.ts';

export type Loopback = { readonly redirectUri: string; readonly close: () => void };

/** Handles the query of the browser's address. `rejected` keeps the listener open. */
export type Receive = (query: URLSearchParams) => 'accepted' | 'rejected';

/** Listens on the first free registered port until an answer is accepted. Errors: `port_in_use`. */
export const openLoopback = async (
  redirectUris: readonly string[],
  receive: Receive,
  opensAppLinks: boolean,
): Promise<Answer<Loopback>> => {
  for (const redirectUri of redirectUris) {
    const listening = await listen(new URL(redirectUri), receive, opensAppLinks);
    if (listening !== null) return succeed({ redirectUri, ...listening });
  }
  const ports = redirectUris.map((address) => new URL(address).port).join(', ');
  return fail(
    'port_in_use',
    `Another program uses the port that the browser comes back to (${ports}). Close it and try again.`,
  );
};

/** Each connection is closed after one reply. */
const maxConnections = 20;

const listen = (
  registered: URL,
  receive: Receive,
  opensAppLinks: boolean,
): Promise<Pick<Loopback, 'close'> | null> => {
  const host = `127.0.0.1:${registered.port}`;
  const path = registered.pathname.replace(/\/$/, '');
  const server = createServer();
  let isClosed = false;

  const buildReply = (status: number, page: keyof typeof pages): Reply => ({
    status,
    headers: pageHeaders,
    body: pages[page],
  });

  const handle = ({ method, target, headers }: RequestHead): Reply => {
    // Exactly one Host header, with our address: another name is a rebinding attack.
    const [named, ...others] = headers.get('host') ?? [];
    if (named !== host || others.length > 0) return buildReply(421, 'unknown');
    const [requestPath, ...query] = target.split('?');
    // The legacy service adds a slash before the query (conformance.md, Authorization redirect result).
    if (isClosed || (requestPath !== path && requestPath !== `${path}/`))
      return buildReply(404, 'unknown');
    if (method !== 'GET') return buildReply(405, 'unknown');
    if (receive(new URLSearchParams(query.join('?'))) === 'rejected')
      return buildReply(400, 'rejected');
    close();
    return buildReply(200, opensAppLinks ? 'acceptedWithLink' : 'accepted');
  };

  const guard = guardConnections(server, { maxConnections, judge: handle });
  const close = (): void => {
    isClosed = true;
    server.close();
    guard.closeAll();
  };
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ host: '127.0.0.1', port: Number(registered.port), exclusive: true }, () =>
      resolve({ close }),
    );
  });
};
