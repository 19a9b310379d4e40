/** One address for several servers: each connection goes to one that accepts it. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Chance } from '../faults/chance.ts';
import { findFreePort } from '../ports.ts';

const host = '127.0.0.1';

export type Front = {
  readonly port: number;
  /** Ends all connections and refuses new ones, or accepts them again. */
  readonly cut: (isCut: boolean) => void;
  readonly close: () => void;
};

export const startFront = async (ports: readonly number[], chance: Chance): Promise<Front> => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    sockets.add(inner.on('error', () => inner.destroy()));
    inner.once('close', () => sockets.delete(inner));
    const tryNext = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void inner.destroy();
      const outer = connect(port, host);
      const onRefusal = (): void => tryNext(others);
      outer.once('error', onRefusal).once('connect', () => {
        outer.off('error', onRefusal).on('error', () => inner.destroy());
        inner.pipe(outer).pipe(inner);
        outer.once('close', () => inner.destroy());
      });
      inner.once('close', () => outer.destroy());
    };
    tryNext(chance.shuffle(ports));
  });
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  const port = await findFreePort();
  await once(server.listen(port, host), 'listening');
  return {
    port,
    cut: (now) => {
      isCut = now;
      if (isCut) destroyAll();
    },
    close: () => {
      destroyAll();
      server.close();
    },
  };
};
