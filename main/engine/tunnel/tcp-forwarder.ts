/**
 * Forwards TCP connections of a local port to ssh's host, so that ssh ends with this process on every system, even
 * after kill -9, and connection failures have codes.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TunnelFailureCode } from '../../../contract/commands/tunnel.ts';

const connectMs = 15_000;

const toFailureCode = (code: string | undefined): TunnelFailureCode => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host_not_found';
  return code === 'ECONNREFUSED' ? 'host_refused' : 'host_unreachable';
};

/** Opens a local port, which connects to `host` on demand. Throws if this computer has no free port. */
export const openTCPForwarder = async (host: string, port: number) => {
  const open = new Set<Socket>();
  let failure: TunnelFailureCode | null = null;

  const server = createServer((near) => {
    let wasConnected = false;
    const far = connect({ host, port, timeout: connectMs, autoSelectFamily: true });
    far.once('connect', () => {
      wasConnected = true;
      far.setTimeout(0).setNoDelay(true);
      failure = null;
    });
    far.once('timeout', () => far.destroy(new Error('The host does not answer.')));
    far.on('error', (error: NodeJS.ErrnoException & { readonly errors?: readonly unknown[] }) => {
      const [first] = (error.errors ?? []) as readonly NodeJS.ErrnoException[];
      if (!wasConnected) failure = toFailureCode(error.code ?? first?.code);
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
    // The listener stays: later errors, such as too many open files, must not crash the process.
    server.on('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    getFailure: () => failure,
    close: (): void => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
