/** The way between an app and its service, which a test can cut. */
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The service answers what was sent to its own address only: a line names it as a proxy does. */
const naming = (target: number): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(
        null,
        Buffer.from(
          chunk.toString('latin1').replace(/^(host: 127\.0\.0\.1:)\d+/im, `$1${target}`),
          'latin1',
        ),
      ),
  });

export type Line = {
  readonly port: number;
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
};

/**
 * A line to a port on this computer: connections through it can be cut, and refused until mended.
 *
 * @param answers told the first line of a request as the service answers it, before the app hears of that
 * @param asks told the first line of a request before the service hears of it
 */
export const openLine = async (
  target: number,
  answers: (firstLine: string) => void = () => undefined,
  asks: (firstLine: string) => void = () => undefined,
): Promise<Line> => {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    let asked = '';
    near.on('data', (piece: Buffer) => {
      const firstLine = /^[A-Z]+ \S+ HTTP/.exec(piece.toString('latin1'))?.[0];
      if (firstLine === undefined) return;
      asked = firstLine;
      asks(firstLine);
    });
    far.on('data', () => answers(asked));
    near.pipe(naming(target)).pipe(far);
    far.pipe(near);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
    restore: () => listen(port),
  };
};
