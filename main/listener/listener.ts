/**
 * Protects a server from strangers. The head of a connection's first request is judged before the HTTP
 * parser reads a byte; a refused connection gets a reply and is closed. Slow connections are closed after
 * seconds, and the number of connections is bounded: those without an admitted request are closed first.
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { maxHeadLength, parseHead, type RequestHead } from './head.ts';

/** Time-outs of a request, in milliseconds. */
export const patience = {
  headersTimeout: 3_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
} as const satisfies ServerOptions;

/** A refused connection stays half open for this time, so that its client reads the reply before the reset. */
const lingerMs = 100;
const maxLingering = 20;

/** A new connection is not closed to make room before this time, even during a flood. */
const graceMs = 100;
/** Above this multiple of its bound, a server closes even new connections immediately. */
const crowdFactor = 5;

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Judges a connection's first request. A reply closes the connection; null admits it. A promise never rejects, and
 * nothing more is read until it resolves.
 * @param received number of bytes after the head
 */
export type Judge = (
  head: RequestHead,
  socket: Socket,
  received: number,
) => Reply | null | Promise<Reply | null>;

export type Guard = ReturnType<typeof guardConnections>;

const formatReply = ({ status, headers = {}, body = '' }: Reply): string => {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // The reason phrase is optional (RFC 9112, section 4), and its list would delay the engine's start.
  return `HTTP/1.1 ${status} \r\n${lines.join('')}\r\n${body}`;
};

/** Frees the bytes immediately; in a flood, tens of megabytes would wait for the garbage collector. */
const freeBytes = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** True if a request's body is incomplete; `received` counts the bytes after the head. */
const isBodyDue = (head: RequestHead | null, received: number): boolean =>
  head?.headers.has('transfer-encoding') === true ||
  Number(head?.headers.get('content-length')?.[0] ?? 0) > received;

/** Guards the connections of a server that does not listen yet. */
export const guardConnections = (
  server: Server,
  { maxConnections, judge }: { readonly maxConnections: number; readonly judge: Judge },
) => {
  /** Connections without an admitted request, oldest first, with the time of acceptance. */
  const strangers = new Map<Socket, number>();
  /** Idle connections with an admitted request, the longest idle first. */
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  /** Connections that are being judged or were refused. */
  const judged = new WeakSet<Socket>();

  let lingering = 0;
  let roomTimer: NodeJS.Timeout | undefined;

  const isAbove = (bound: number): boolean => strangers.size + idle.size + busy.size > bound;

  /** Closes connections above the bound: strangers first, the oldest first, then the longest idle. */
  const makeRoom = (): void => {
    roomTimer = undefined;
    const graceSince = performance.now() - graceMs;
    for (const [socket, acceptedAt] of strangers) {
      if (
        !isAbove(maxConnections) ||
        (acceptedAt > graceSince && !isAbove(maxConnections * crowdFactor))
      )
        break;
      strangers.delete(socket);
      socket.destroy();
    }
    for (const socket of strangers.size === 0 ? idle : []) {
      if (!isAbove(maxConnections)) break;
      idle.delete(socket);
      socket.destroy();
    }
    makeRoomSoon();
  };
  const makeRoomSoon = (): void => {
    if (isAbove(maxConnections)) roomTimer ??= setTimeout(makeRoom, graceMs).unref();
  };

  /** Replies and closes the connection. The reply fits into the system's buffer. `isDue`: its body is incomplete. */
  const refuse = (socket: Socket, reply: Reply, isDue: boolean): void => {
    socket.write(formatReply(reply));
    if (!isDue || lingering >= maxLingering) return void socket.destroy();
    lingering += 1;
    socket.once('close', () => (lingering -= 1));
    socket.pause().end();
    setTimeout(() => socket.destroy(), lingerMs);
  };

  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  /** Passes a connection and the bytes read so far to the server. */
  const admit = (socket: Socket, bytes: Buffer): void => {
    judged.delete(socket);
    strangers.delete(socket);
    idle.add(socket);
    socket.pause().unshift(bytes);
    for (const listener of listeners) listener.call(server, socket);
    socket.resume();
  };

  const judgeFirstRequest = (socket: Socket): void => {
    let bytes: Buffer = Buffer.alloc(0);
    const close = (): void => void socket.destroy();
    const closeUnread = (): void => void (socket.listeners('data').includes(read) && close());
    // Bytes that arrived while this process was blocked are read first.
    const timer = setTimeout(() => setImmediate(closeUnread), patience.headersTimeout);
    socket.once('close', () => clearTimeout(timer));
    const read = (chunk: Buffer): void => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const end = bytes.subarray(0, maxHeadLength).indexOf('\r\n\r\n');
      if (end < 0 && bytes.length < maxHeadLength) return;
      clearTimeout(timer);
      socket.pause().off('data', read).off('end', close);
      judged.add(socket);
      const head = end < 0 ? null : parseHead(bytes.toString('latin1', 0, end));
      const received = bytes.length - end - 4;
      const decide = (reply: Reply | null): void => {
        if (socket.destroyed) return;
        if (reply === null) return admit(socket, bytes);
        refuse(socket, reply, isBodyDue(head, received));
        freeBytes(chunk);
      };
      if (head === null) return decide({ status: end < 0 ? 431 : 400 });
      const verdict = judge(head, socket, received);
      if (verdict instanceof Promise) void verdict.then(decide);
      else decide(verdict);
    };
    socket.on('data', read).on('end', close);
  };

  server.on('connection', (socket: Socket) => {
    strangers.set(socket, performance.now());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      strangers.delete(socket);
      idle.delete(socket);
      busy.delete(socket);
    });
    judgeFirstRequest(socket);
    if (isAbove(maxConnections * crowdFactor)) makeRoom();
    else makeRoomSoon();
  });
  return {
    /** Protects a request's connection from being closed to make room. */
    protect: ({ socket }: IncomingMessage, response: ServerResponse): void => {
      // The client may have disconnected while the request was judged.
      if (!idle.delete(socket) && !busy.has(socket)) return;
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const remaining = (busy.get(socket) ?? 0) - 1;
        if (remaining > 0) return void busy.set(socket, remaining);
        busy.delete(socket);
        if (!socket.destroyed) idle.add(socket);
      });
    },
    /** Closes all connections without a request in progress, except those being judged or refused. */
    closeAll: (): void => {
      for (const socket of [...strangers.keys(), ...idle])
        if (!judged.has(socket)) socket.destroy();
    },
  };
};
