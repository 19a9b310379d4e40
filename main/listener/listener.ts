/**
 * What both of our HTTP servers (the receiver of deliveries, the address that the browser comes back
 * to) share against clients that connect and bring nothing: short waits that are looked after each
 * second, and room for whoever comes. A connection that has not shown that it is worth its place gives
 * way to a newer one, so that no number of silent ones keeps an honest one out; one that has shown it gives
 * way last, so that no number of silent ones ends a line that a service keeps.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request may take to come in, in milliseconds, and how many may come on one connection. */
export const patience = {
  headersTimeout: 3_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
} as const satisfies ServerOptions;
export const mostRequestsPerSocket = 1_000;

export type ConnectionLimit = {
  /** The request is one to answer: its connection is not closed for a newer one until it was. */
  readonly keep: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Bounds the connections of a server.
 *
 * @param most connections at a time; beyond them the one that has brought nothing for longest is
 *   closed, one that never brought anything first
 */
export const limitConnections = (server: Server, most: number): ConnectionLimit => {
  server.maxRequestsPerSocket = mostRequestsPerSocket;
  // The last answer said that it is the last; who goes on asking is not listened to.
  server.on('dropRequest', (_request, socket) => {
    if (!socket.writableEnded) (socket as Socket).destroySoon();
  });
  /** Those that bring nothing at the moment, the longest first: who never did, and who has. */
  const strangers = new Set<Socket>();
  const known = new Set<Socket>();
  /** How many requests of a connection are being answered. */
  const busy = new Map<Socket, number>();
  server.on('connection', (socket) => {
    strangers.add(socket);
    socket.once('close', () => {
      strangers.delete(socket);
      known.delete(socket);
      busy.delete(socket);
    });
    if (strangers.size + known.size + busy.size <= most) return;
    // The newest is a stranger too, and is not to be the one that goes.
    const [longest] = strangers.size === 1 && known.size > 0 ? known : strangers;
    longest?.destroy();
  });
  return {
    keep: ({ socket }, response) => {
      strangers.delete(socket);
      known.delete(socket);
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = (busy.get(socket) ?? 0) - 1;
        if (left > 0) return void busy.set(socket, left);
        busy.delete(socket);
        if (!socket.destroyed) known.add(socket);
      });
    },
  };
};
