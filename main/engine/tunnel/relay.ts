/**
 * The relay from the ssh on this computer to the professional's host. It runs through this process,
 * for two reasons: when this process dies, even by kill -9, the system closes it and ssh ends
 * with it, on every system alike; and what is wrong with the way to the host is known as a code
 * instead of a sentence of ssh.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TunnelFailureCode } from '../../../contract/commands/tunnel.ts';

export type Relay = {
  /** Of 127.0.0.1. */
  readonly port: number;
  /** What was wrong with the way to the host the last time, or null. */
  readonly failure: () => TunnelFailureCode | null;
  readonly close: () => void;
};

const connectMs = 15_000;

const failureOf = (code: string | undefined): TunnelFailureCode => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host_not_found';
  return code === 'ECONNREFUSED' ? 'host_refused' : 'host_unreachable';
};

/**
 * Opens a relay to `host`; it connects when somebody uses it. Throws when this computer has no port
 * for it.
 * @param port 1 to 65535
 */
export const openRelay = async (host: string, port: number): Promise<Relay> => {
  const open = new Set<Socket>();
  let failure: TunnelFailureCode | null = null;

  const server = createServer((near) => {
    let hasArrived = false;
    const far = connect({ host, port, timeout: connectMs, autoSelectFamily: true });
    far.once('connect', () => {
      hasArrived = true;
      far.setTimeout(0).setNoDelay(true);
      failure = null;
    });
    far.once('timeout', () => far.destroy(new Error('The host does not answer.')));
    far.on('error', (error: NodeJS.ErrnoException & { readonly errors?: readonly unknown[] }) => {
      const [first] = (error.errors ?? []) as readonly NodeJS.ErrnoException[];
      if (!hasArrived) failure = failureOf(error.code ?? first?.code);
    });
    near.setNoDelay(true);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    // It stays: too many open files also end in an error, of a relay that goes on.
    server.on('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    failure: () => failure,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
