/** The listener for the returning browser, open only while an attempt waits (security rule 9). */
import { createServer } from 'node:net';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { RequestHead } from '../listener/head.ts';
import { guardConnections, type Reply } from '../listener/listener.ts';
import { pageHeaders, pages } from './loopback-pages.ts';

export type Loopback = { readonly redirectUri: string; readonly close: () => void };

/** Handles the query of the browser's address; `refused` keeps the listener open. */
export type Receive = (query: URLSearchParams) => 'taken' | 'refused';

/** Listens on the first free registered port until an answer. Errors: `port_in_use`. */
export const openLoopback = async (
  redirectUris: readonly string[],
  receive: Receive,
  hasWayBack: boolean,
): Promise<Answer<Loopback>> => {
  for (const redirectUri of redirectUris) {
    const listening = await listen(new URL(redirectUri), receive, hasWayBack);
    if (listening !== null) return succeed({ redirectUri, ...listening });
  }
  const ports = redirectUris.map((address) => new URL(address).port).join(', ');
  return fail(
    'port_in_use',
    `Another program uses the port that the browser comes back to (${ports}). Close it and try again.`,
  );
};

/** Each connection is closed after one reply. */
const mostConnections = 20;

const listen = (
  registered: URL,
  receive: Receive,
  hasWayBack: boolean,
): Promise<Pick<Loopback, 'close'> | null> => {
  const host = `127.0.0.1:${registered.port}`;
  const path = registered.pathname.replace(/\/$/, '');
  const server = createServer();
  let isOver = false;

  const reply = (status: number, page: keyof typeof pages): Reply => ({
    status,
    headers: pageHeaders,
    body: pages[page],
  });

  const judge = ({ method, target, headers }: RequestHead): Reply => {
    // Exactly one Host header, with our address: another name is a rebinding attack.
    const [named, ...others] = headers.get('host') ?? [];
    if (named !== host || others.length > 0) return reply(421, 'unknown');
    const [requestPath = '', query = ''] = splitOnce(target);
    // Services may add a slash before the query (service.md, redirect result).
    if (isOver || (requestPath !== path && requestPath !== `${path}/`))
      return reply(404, 'unknown');
    if (method !== 'GET') return reply(405, 'unknown');
    if (receive(new URLSearchParams(query)) === 'refused') return reply(400, 'refused');
    close();
    return reply(200, hasWayBack ? 'takenWithWayBack' : 'taken');
  };

  const guard = guardConnections(server, { most: mostConnections, judge });
  const close = (): void => {
    isOver = true;
    server.close();
    guard.closeAll();
  };
  return new Promise((opened) => {
    server.once('error', () => opened(null));
    server.listen({ host: '127.0.0.1', port: Number(registered.port), exclusive: true }, () =>
      opened({ close }),
    );
  });
};

const splitOnce = (target: string): readonly string[] => {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
};
