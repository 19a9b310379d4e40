/** A marketplace of the campaign: the sandbox as a separate process, and the line between it and the app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Ready } from '../../sandbox/ready.ts';
import { openLine, type Line } from '../integration/engine/support/line.ts';
import { resolveProgram } from '../programs.ts';
import {
  createControl,
  buildLegacyProfile,
  buildV4Profile,
  type Control,
  type Json,
} from '../service-ready.ts';

/** A message stored by the service. */
export type HeldMessage = {
  readonly messageID: string;
  readonly text: string;
  readonly at: number;
};

/** `listed`: it lists its leads. `unlisted`: leads can be read, but only deliveries announce them. */
export type ServiceKind = 'listed' | 'unlisted' | 'legacy';

export type Service = {
  readonly kind: ServiceKind;
  readonly profile: ServiceProfile;
  /** The business to choose on the consent page of a legacy service. */
  readonly businessID: string | null;
  readonly line: Line;
  readonly control: Control;
  /**
   * Makes the next `times` requests to paths with this prefix fail. Returns false while earlier faults wait
   * there: they would pile up before an account that sends no requests.
   */
  readonly spoil: (path: string, times: number, how: Json) => Promise<void | false>;
  /** Its messages of a lead, oldest first. */
  readonly readThread: (negotiationID: string) => Promise<readonly HeldMessage[]>;
  readonly close: () => Promise<void>;
};

/**
 * Starts a service.
 *
 * @param how.onAnswer called with the first line of a request before the app gets the response
 */
export const openService = async (
  kind: ServiceKind,
  how: {
    readonly seed: number;
    readonly redirectPorts: readonly number[];
    readonly time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
    readonly onAnswer: (firstLine: string) => void;
  },
): Promise<Service> => {
  const script = resolveProgram('sandbox/index.ts');
  const options = [
    ...['--seed', String(how.seed), '--leads', '0', '--businesses', kind === 'legacy' ? '1' : '2'],
    ...['--redirect-ports', how.redirectPorts.join()],
    ...(kind === 'listed' ? ['--list-negotiations'] : []),
  ];
  const child = spawn(process.execPath, [...how.time.args, script, ...options], {
    env: how.time.env,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const [text] = (await once(
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }),
    'line',
  )) as [string];
  const ready = JSON.parse(text) as Ready;
  /** Faults that no request has met yet. */
  const waiting: { readonly path: string; times: number }[] = [];
  const countRequest = (firstLine: string): void => {
    const path = firstLine.split(' ')[1] ?? '';
    const met = waiting.find((fault) => path.startsWith(fault.path));
    if (met !== undefined && --met.times === 0) waiting.splice(waiting.indexOf(met), 1);
  };
  const { port } = new URL(ready.baseUrl);
  const line = await openLine(Number(port), how.onAnswer, countRequest);
  const routeThroughLine = (address: string): string =>
    address.replace(`:${port}`, `:${line.port}`);

  const profile = kind === 'legacy' ? buildLegacyProfile(ready) : buildV4Profile(ready);
  const control = createControl(ready);
  return {
    kind,
    profile: serviceProfile.parse({
      ...profile,
      name: `Marketplace ${kind}`,
      baseUrl: routeThroughLine(ready.baseUrl),
      ...(kind === 'legacy' ? {} : { tokenUrl: routeThroughLine(ready.v4.tokenUrl) }),
    }),
    businessID: kind === 'legacy' ? (ready.businesses[0]?.businessID ?? null) : null,
    line,
    control,
    spoil: async (path, times, fault) => {
      if (waiting.some((one) => one.path === path)) return false;
      await control('POST', '/faults', { match: { path }, times, ...fault });
      waiting.push({ path, times });
      return undefined;
    },
    readThread: async (negotiationID) => {
      const { data } = await control('GET', `/leads/${negotiationID}/messages`);
      return (data as readonly Json[]).map((message) => ({
        messageID: String(message['messageID']),
        text: (message['text'] ?? '') as string,
        at: Date.parse(String(message['sentAt'])),
      }));
    },
    close: async () => {
      await line.cut();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
