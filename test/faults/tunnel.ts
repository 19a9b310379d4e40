/**
 * The route from the internet to the app: `ssh -R` to a real OpenSSH server behind the web server (gate.ts).
 * The web server connects directly to the app where no such server is installed or no fault needs one.
 */
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { Sshd } from '../integration/engine/tunnel/sshd.ts';
import { listDescendants } from '../processes.ts';
import { findFreePort } from '../ports.ts';

/** Sends a command; null if it failed. */
type Ask = <T>(command: string, input: unknown) => Promise<T | null>;

export type Tunnel = {
  /** Configures the app's tunnel. */
  readonly setUp: (ask: Ask) => Promise<void>;
  /** The port behind the web server; null for the app's own. */
  readonly port: number | null;
  /** kill -9 of the tunnel program of this engine; false if there is none. */
  readonly kill: (engine: number) => boolean;
  /** Cuts the host's power for a moment; false if there is no host. */
  readonly cutPower: () => Promise<void | false>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the tunnel with files in `place` and the web server at `address`. `isWanted` is true if a fault
 * concerns it.
 */
export const openTunnel = async (
  place: string,
  address: string,
  isWanted: boolean,
): Promise<Tunnel> => {
  const host = isWanted ? openHost(join(place, 'host')) : null;
  await host?.start();
  const remotePort = host === null ? 8_080 : await findFreePort();
  const ssh = {
    host: host === null ? '' : '127.0.0.1',
    port: host?.port ?? 22,
    user: host?.user ?? '',
    keyFile: host?.key('allowed') ?? '',
    bindAddress: host === null ? '' : '127.0.0.1',
    remotePort,
    address: host === null ? '' : address,
  };
  return {
    setUp: async (ask) => {
      if (host !== null) {
        const where = { host: ssh.host, port: ssh.port };
        await ask('tunnel.readHostKey', where);
        await ask('tunnel.trustHost', { ...where, fingerprint: host.fingerprint() });
      }
      const kind = host === null ? 'address' : 'ssh';
      await ask('tunnel.setUp', { setup: { kind, address, cloudflaredPath: '', ssh } });
    },
    port: host === null ? null : remotePort,
    kill: (engine) => {
      const programs = listDescendants(engine).filter(({ command }) =>
        /^(\S*\/)?ssh /.test(command),
      );
      for (const { pid } of programs) process.kill(pid, 'SIGKILL');
      return programs.length > 0;
    },
    cutPower: async () => {
      if (host === null) return false;
      await host.kill();
      await realPause(300);
      await host.start();
      return undefined;
    },
    close: async () => host?.kill(),
  };
};

const openHost = (folder: string): Sshd | null => {
  try {
    return new Sshd(folder);
  } catch {
    return null;
  }
};
