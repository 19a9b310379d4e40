/**
 * Hostile clients in a separate process. Each connects, sends its first text, then another one again and again, and
 * reconnects as soon as it is disconnected. The process says "attacking" after as many connections as it has clients.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

export type Hostile = {
  readonly clients: number;
  readonly first: string;
  /** Repeated; empty for clients that send nothing more. */
  readonly then: string;
  /** Milliseconds between repetitions, 0 for as fast as the connection takes them. */
  readonly everyMs: number;
  readonly reads: boolean;
  /** Milliseconds until a client connects again. */
  readonly againMs: number;
};

export type Counts = {
  readonly connections: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
};

const [port = ''] = process.argv.slice(2);
const statuses: Record<string, number> = {};
let connections = 0;
let clients = 0;

const attack = (spec: Hostile): void => {
  const { first, then, everyMs, reads, againMs } = spec;
  const socket = connect(Number(port), '127.0.0.1');
  let timer: NodeJS.Timeout | undefined;
  const pour = (): void => {
    while (!socket.destroyed && socket.write(then));
  };
  if (reads)
    socket.on('data', (bytes) => {
      for (const [, status = ''] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g))
        statuses[status] = (statuses[status] ?? 0) + 1;
    });
  else socket.pause();
  socket.on('error', () => undefined);
  socket.on('connect', () => {
    connections += 1;
    if (connections === clients) process.send?.('attacking');
    if (first !== '') socket.write(first);
    if (then !== '' && everyMs > 0) timer = setInterval(() => socket.write(then), everyMs);
    else if (then !== '') socket.on('drain', pour).emit('drain');
  });
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(attack, againMs, spec);
  });
};

process.on('disconnect', () => process.exit(1));
const [specs] = (await once(process, 'message')) as [readonly Hostile[]];
for (const spec of specs) clients += spec.clients;
for (const spec of specs) for (let nth = 0; nth < spec.clients; nth += 1) attack(spec);
process.on('message', () => process.send?.({ connections, statuses } satisfies Counts));
