/** Starts the program, connection or route that a setup names. */
import type { TunnelSetup } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { parseAddress } from './address.ts';
import { startCloudflared } from './cloudflared.ts';
import { startHub, type HubRoute } from './hub.ts';
import { findProgram } from './program.ts';
import type { Provider, ProviderEvents, TunnelFailure } from './provider.ts';
import { startSSH } from './ssh.ts';

type Options = {
  readonly setup: TunnelSetup;
  /** Null without a team. */
  readonly hub: HubRoute | null;
  /** The receiver's on 127.0.0.1. */
  readonly port: number;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Called with the id of a program that an unclean exit would leave running. */
  readonly onStart: (pid: number) => void;
};

/** Returns null if there is nothing to start. */
export const startProvider = (
  { setup, hub, port, folder, env, clock, onStart }: Options,
  events: ProviderEvents,
): Provider | null => {
  const { kind, address, cloudflaredPath, ssh } = setup;
  const common = { folder, port, clock };
  const endWith = (why: TunnelFailure['why']): null => {
    events.onEnded({ why, detail: '' });
    return null;
  };
  switch (kind) {
    case 'off':
      return null;
    case 'address': {
      const parsed = parseAddress(address, true);
      if ('base' in parsed) events.onUp(parsed.base);
      return { stop: async () => undefined };
    }
    case 'cloudflared': {
      const file = cloudflaredPath === '' ? findProgram('cloudflared', env) : cloudflaredPath;
      if (file === null) return endWith('program_missing');
      return startCloudflared({ ...common, file, onStart }, events);
    }
    case 'hub':
      return hub === null ? endWith('hub_missing') : startHub(hub, events);
    case 'ssh': {
      const file = findProgram('ssh', env);
      const parsed = parseAddress(ssh.address, true);
      if (file === null || 'mistake' in parsed) return endWith('program_missing');
      return startSSH({ ...common, file, address: parsed.base }, ssh, events);
    }
  }
};
