/** Handlers of `tunnel.*`. */
import type { TunnelSetup } from '../../../contract/commands/tunnel.ts';
import { succeed } from '../../../contract/errors.ts';
import type { Tunnel } from './tunnel.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Commands =
  | 'tunnel.report'
  | 'tunnel.setUp'
  | 'tunnel.check'
  | 'tunnel.retry'
  | 'tunnel.readHostKey'
  | 'tunnel.trustHost';

export const tunnelCommands = (tunnel: Tunnel, works: () => boolean): Handlers<Commands> => ({
  'tunnel.report': () => succeed({ tunnel: { ...tunnel.report(), working: works() } }),
  'tunnel.setUp': async ({ setup }: { readonly setup: TunnelSetup }) =>
    succeed({ mistakes: [...(await tunnel.setUp(setup))] }),
  'tunnel.check': async () => {
    const checked = await tunnel.check();
    return checked.ok ? succeed({ roundTrip: checked.value }) : checked;
  },
  'tunnel.retry': () => {
    tunnel.retry();
    return succeed({});
  },
  'tunnel.readHostKey': async ({ host, port }) => {
    const read = await tunnel.readHostKey(host, port);
    return read.ok ? succeed({ hostKey: read.value }) : read;
  },
  'tunnel.trustHost': ({ host, port, fingerprint }) => {
    const trusted = tunnel.trustHost(host, port, fingerprint);
    return trusted.ok ? succeed({}) : trusted;
  },
});
