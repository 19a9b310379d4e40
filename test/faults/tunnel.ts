/**
 * The way from the internet to the app: `ssh -R` to a host of the professional's own, a real OpenSSH server
 * that can lose its power, with the web server (gate.ts) before it. Where no such server is installed, or
 * nothing is to happen to it, the web server leads straight to the app.
 */
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { Sshd } from '../integration/engine/tunnel/sshd.ts';
import { processesBelow } from '../processes.ts';
import { freePort } from '../ports.ts';

/** Asks the app; null when it did not answer well. */
type Ask = <T>(command: string, input: unknown) => Promise<T | null>;

export type Tunnel = {
  /** Has the app use it. */
  readonly setUp: (ask: Ask) => Promise<void>;
  /** The port to which the web server leads; null where that is the app's own. */
  readonly port: number | null;
  /** kill -9 of the program of this engine that brings the deliveries; false where there is none. */
  readonly kill: (engine: number) => boolean;
  /** The host loses its power for a moment; false where there is none. */
  readonly cutPower: () => Promise<void | false>;
  readonly close: () => Promise<void>;
};

/**
 * Makes the tunnel of a campaign whose files lie in `place`, to `address` of the web server; `isWanted`
 * where something is to happen to it.
 */
export const openTunnel = async (
  place: string,
  address: string,
  isWanted: boolean,
): Promise<Tunnel> => {
  const host = isWanted ? openHost(join(place, 'host')) : null;
  await host?.start();
  const remotePort = host === null ? 8_080 : await freePort();
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
      const programs = processesBelow(engine).filter(({ command }) =>
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
