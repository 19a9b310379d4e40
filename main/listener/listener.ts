/**
 * Protects a server on 127.0.0.1 from strangers. A connection's first request is judged by its head
 * before an HTTP parser sees a byte: one that is refused is answered and closed, and nothing that
 * follows it is read. Silent and slow connections are closed after seconds, and the number of
 * connections is bounded: one that never brought anything makes room for a newer one first.
 */
import {
  STATUS_CODES,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Server, Socket } from 'node:net';
import { longestHead, readHead, type RequestHead } from './head.ts';

/** How long a request may take to arrive, in milliseconds. */
export const patience = {
  headersTimeout: 3_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
} as const satisfies ServerOptions;

/**
 * A refused connection whose request has a body on its way stays half open for this long, in
 * milliseconds, and unread: its peer sees the reply before the reset that unread bytes cause.
 */
const lingerMs = 100;
const mostLingering = 20;

/**
 * A new connection has this long, in milliseconds, to send its first request before it can be closed to
 * make room: a flood of connections must not push out the service that connects among them.
 */
const graceMs = 100;
/** Above this many times its bound, a server makes room at once. */
const mostCrowded = 5;

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Judges the first request of a connection.
 *
 * @param remote the address that the connection comes from
 * @returns the reply that ends the connection; null to let the server have it
 */
export type Judge = (head: RequestHead, remote: string) => Reply | null;

export type Guard = {
  /** Marks a request as worth answering: until then its connection makes room for no other. */
  readonly keep: (request: IncomingMessage, response: ServerResponse) => void;
  /** Closes every connection, except those that are being answered. */
  readonly closeAll: () => void;
};

const format = ({ status, headers = {}, body = '' }: Reply): string => {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
};

/** Frees bytes at once; tens of megabytes of them would wait for the garbage collector. */
const free = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** Whether a request's body has not arrived as a whole; `received` counts the bytes after its head. */
const isBodyDue = (head: RequestHead | null, received: number): boolean =>
  head?.headers.has('transfer-encoding') === true ||
  Number(head?.headers.get('content-length')?.[0] ?? 0) > received;

/**
 * Guards the connections of a server.
 *
 * @param most connections at a time
 * @param judge decides about a connection's first request
 */
export const guardConnections = (
  server: Server,
  { most, judge }: { readonly most: number; readonly judge: Judge },
): Guard => {
  /** Connections whose first request was not admitted, the oldest first, and when each was accepted. */
  const strangers = new Map<Socket, number>();
  /** Connections that have brought something and bring nothing now, the longest idle first. */
  const known = new Set<Socket>();
  /** How many requests of a connection are being answered. */
  const busy = new Map<Socket, number>();
  /** Connections whose first request is judged or was refused. */
  const judged = new WeakSet<Socket>();

  let lingering = 0;
  let roomTimer: NodeJS.Timeout | undefined;

  const isAbove = (bound: number): boolean => strangers.size + known.size + busy.size > bound;

  /** Closes connections above the bound, the longest silent first, but none within its grace. */
  const makeRoom = (): void => {
    roomTimer = undefined;
    const graceSince = performance.now() - graceMs;
    for (const [socket, acceptedAt] of strangers) {
      if (!isAbove(most) || (acceptedAt > graceSince && !isAbove(most * mostCrowded))) break;
      strangers.delete(socket);
      socket.destroy();
    }
    for (const socket of strangers.size === 0 ? known : []) {
      if (!isAbove(most)) break;
      known.delete(socket);
      socket.destroy();
    }
    planRoom();
  };
  const planRoom = (): void => {
    if (isAbove(most)) roomTimer ??= setTimeout(makeRoom, graceMs).unref();
  };

  /** Replies and closes; the reply fits into the system's buffer, so nothing is queued here. */
  const finish = (socket: Socket, reply: Reply, isDue: boolean): void => {
    socket.write(format(reply));
    if (!isDue || lingering >= mostLingering) return void socket.destroy();
    lingering += 1;
    socket.once('close', () => (lingering -= 1));
    socket.pause().end();
    setTimeout(() => socket.destroy(), lingerMs);
  };

  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  /** Lets the server have a connection and the bytes that were read of it. */
  const admit = (socket: Socket, bytes: Buffer): void => {
    judged.delete(socket);
    strangers.delete(socket);
    known.add(socket);
    socket.pause().unshift(bytes);
    for (const listener of listeners) listener.call(server, socket);
    socket.resume();
  };

  const meet = (socket: Socket): void => {
    let bytes: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), patience.headersTimeout);
    socket.once('close', () => clearTimeout(timer));
    const leave = (): void => void socket.destroy();
    const read = (chunk: Buffer): void => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const end = bytes.subarray(0, longestHead).indexOf('\r\n\r\n');
      if (end < 0 && bytes.length < longestHead) return;
      clearTimeout(timer);
      socket.off('data', read).off('end', leave);
      judged.add(socket);
      const head = end < 0 ? null : readHead(bytes.toString('latin1', 0, end));
      const reply =
        head === null ? { status: end < 0 ? 431 : 400 } : judge(head, socket.remoteAddress ?? '');
      if (reply === null) admit(socket, bytes);
      else {
        finish(socket, reply, isBodyDue(head, bytes.length - end - 4));
        free(chunk);
      }
    };
    socket.on('data', read).on('end', leave);
  };

  server.on('connection', (socket: Socket) => {
    strangers.set(socket, performance.now());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      strangers.delete(socket);
      known.delete(socket);
      busy.delete(socket);
    });
    meet(socket);
    if (isAbove(most * mostCrowded)) makeRoom();
    else planRoom();
  });
  return {
    keep: ({ socket }, response) => {
      known.delete(socket);
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = (busy.get(socket) ?? 0) - 1;
        if (left > 0) return void busy.set(socket, left);
        busy.delete(socket);
        if (!socket.destroyed) known.add(socket);
      });
    },
    closeAll: () => {
      for (const socket of [...strangers.keys(), ...known])
        if (!judged.has(socket)) socket.destroy();
    },
  };
};
