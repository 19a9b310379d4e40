/**
 * Attackers from the internet in a separate process: they know the receiver's address and the path of a
 * webhook, but not its credentials. They attack at full speed, or half of it when nothing is measured, until
 * they are stopped, and then report their counts.
 */
import { connect, type Socket } from 'node:net';

export type Heard = {
  readonly connections: number;
  /** Responses of any kind. */
  readonly refusals: number;
  /** Responses that accept a delivery: must be none. */
  readonly taken: number;
};

const [port = '', path = ''] = process.argv.slice(2);
const wrong = `Basic ${Buffer.from('guess:guess').toString('base64')}`;
const open = new Set<Socket>();
const share = process.env['HEARTHLINE_ATTACK'] ? 1 : 0.5;
let isOver = false;
let connections = 0;
let refusals = 0;
let taken = 0;

/** Opens one connection and waits until it is closed. */
const attack = (say: (socket: Socket) => void): Promise<void> =>
  new Promise((ended) => {
    if (isOver) return ended();
    const socket = connect(Number(port), '127.0.0.1');
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      connections += 1;
      say(socket);
    });
    socket.on('data', (answer) => {
      if (answer.toString('latin1', 0, 10) === 'HTTP/1.1 2') taken += 1;
      else refusals += 1;
    });
    socket.on('close', () => {
      open.delete(socket);
      ended();
    });
  });

const again = async (say: (socket: Socket) => void): Promise<void> => {
  while (!isOver) await attack(say);
};

const line = (target: string, headers: string): string =>
  `POST /hook/${target} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${headers}`;

/** Sends a byte now and then, so that the connection never times out. */
const drip =
  (start: string, more: string) =>
  (socket: Socket): void => {
    socket.write(start);
    const timer = setInterval(() => socket.write(more), 250);
    socket.once('close', () => clearInterval(timer));
  };

const pour = (socket: Socket): void => {
  socket.write(line(path, `authorization: ${wrong}\r\ntransfer-encoding: chunked\r\n\r\n`));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
};

const body = '{"event":{"eventType":"NegotiationCreatedV4"},"data":{}}';
const guess = (target: string): string =>
  line(target, `authorization: ${wrong}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

const attacks: readonly (readonly [many: number, say: (socket: Socket) => void])[] = [
  [100, () => undefined],
  [100, drip(line(path, 'x-a'), 'a')],
  [100, drip(line(path, `authorization: ${wrong}\r\ncontent-length: 200000\r\n`), 'x: y\r\n')],
  [20, (socket) => socket.write(guess(path))],
  [20, (socket) => socket.write(guess('elsewhere').repeat(20))],
  [10, pour],
  [10, (socket) => socket.write(line(path, `x: ${'y'.repeat(60_000)}\r\n\r\n`))],
  [10, (socket) => socket.write('\u0016\u0003\u0001 no HTTP at all\r\n\r\n')],
];

/** Opens more connections at once than the receiver allows. */
const storm = setInterval(() => {
  for (let n = 0; n < 400 * share; n += 1)
    void attack((socket) => setTimeout(() => socket.destroy(), 100));
}, 500);

const attackers = attacks.flatMap(([many, say]) =>
  Array.from({ length: many * share }, () => again(say)),
);
process.on('message', () => {
  isOver = true;
  clearInterval(storm);
  for (const socket of open) socket.destroy();
  void Promise.all(attackers).then(() =>
    process.send?.({ connections, refusals, taken } satisfies Heard, () => process.exit(0)),
  );
});
process.on('disconnect', () => process.exit(1));
process.send?.('attacking');
