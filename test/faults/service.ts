/** A marketplace of the campaign: the sandbox in a process of its own, and the professional's line to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Ready } from '../../sandbox/ready.ts';
import { openLine, type Line } from '../integration/engine/support/line.ts';
import {
  controlOf,
  legacyProfileOf,
  v4ProfileOf,
  type Control,
  type Json,
} from '../service-ready.ts';

/** A message as the service holds it. */
export type HeldMessage = {
  readonly messageID: string;
  readonly text: string;
  readonly at: number;
};

/** `listed`: its leads can be listed. `told`: they can be read, and only its deliveries tell that they exist. */
export type ServiceKind = 'listed' | 'told' | 'legacy';

export type Service = {
  readonly kind: ServiceKind;
  readonly profile: ServiceProfile;
  /** Chosen on the consent page of a legacy service. */
  readonly businessID: string | null;
  readonly line: Line;
  readonly control: Control;
  /**
   * So many of the next requests to paths that begin so go wrong in this way; false while others are to go
   * wrong there, for they would pile up before an account that asks nothing.
   */
  readonly spoil: (path: string, times: number, how: Json) => Promise<void | false>;
  /** What it holds of a lead, oldest first. */
  readonly thread: (negotiationID: string) => Promise<readonly HeldMessage[]>;
  readonly close: () => Promise<void>;
};

/**
 * Starts one.
 *
 * @param how.answers told the first line of a request as it is answered, before the app hears of that
 */
export const openService = async (
  kind: ServiceKind,
  how: {
    readonly seed: number;
    readonly redirectPorts: readonly number[];
    readonly time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
    readonly answers: (firstLine: string) => void;
  },
): Promise<Service> => {
  const script = join(import.meta.dirname, '../../sandbox/index.ts');
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
  /** Faults that nobody has met yet. */
  const waiting: { readonly path: string; times: number }[] = [];
  const asks = (firstLine: string): void => {
    const path = firstLine.split(' ')[1] ?? '';
    const met = waiting.find((fault) => path.startsWith(fault.path));
    if (met !== undefined && --met.times === 0) waiting.splice(waiting.indexOf(met), 1);
  };
  const { port } = new URL(ready.baseUrl);
  const line = await openLine(Number(port), how.answers, asks);
  const throughLine = (address: string): string => address.replace(`:${port}`, `:${line.port}`);

  const profile = kind === 'legacy' ? legacyProfileOf(ready) : v4ProfileOf(ready);
  const control = controlOf(ready);
  return {
    kind,
    profile: serviceProfile.parse({
      ...profile,
      name: `Marketplace ${kind}`,
      baseUrl: throughLine(ready.baseUrl),
      ...(kind === 'legacy' ? {} : { tokenUrl: throughLine(ready.v4.tokenUrl) }),
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
    thread: async (negotiationID) => {
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
