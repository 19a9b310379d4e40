/** The way between an app and its service, which a test can cut. */
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Rewrites the Host header, because the service answers only its own address. */
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
 * Opens a proxy to a local port, which can be cut (closing connections and refusing new ones) and restored.
 *
 * @param answers called with the first line of a request before the app gets the response
 * @param asks called with the first line of a request before the service gets it
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
