/** Handlers of `tunnel.*`. */
import { succeed } from '../../../contract/errors.ts';
import type { Tunnel } from './tunnel.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';

export const createTunnelCommands = (
  tunnel: Tunnel,
  isWorking: () => boolean,
): Handlers<Extract<EngineCommand, `tunnel.${string}`>> => ({
  'tunnel.report': () => succeed({ tunnel: { ...tunnel.report(), isWorking: isWorking() } }),
  'tunnel.setUp': async ({ setup }) => succeed({ mistakes: [...(await tunnel.setUp(setup))] }),
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
  'tunnel.trustHost': ({ host, port, fingerprint }) => tunnel.trustHost(host, port, fingerprint),
});
