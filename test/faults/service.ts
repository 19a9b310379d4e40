/** A marketplace of the campaign: the sandbox in a process of its own, and the professional's line to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openLine, type Line } from '../integration/engine/support/line.ts';

type Json = Readonly<Record<string, unknown>>;

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
  readonly control: (method: 'GET' | 'POST', path: string, body?: Json) => Promise<Json>;
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
  const ready = JSON.parse(text) as Sandbox['ready'];
  const line = await openLine(Number(new URL(ready.baseUrl).port), how.answers);

  const control: Service['control'] = async (method, path, body) => {
    const answer = await fetch(ready.control.url + path, {
      method,
      headers: {
        authorization: `Bearer ${ready.control.token}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const said = await answer.text();
    return said === '' ? {} : (JSON.parse(said) as Json);
  };

  const shared = {
    name: `Marketplace ${kind}`,
    environment: 'sandbox',
    baseUrl: `http://127.0.0.1:${line.port}`,
  };
  const profile =
    kind === 'legacy'
      ? {
          ...shared,
          interface: 'legacy',
          connectUrl: ready.connectUrl,
          accountInfoPath: ready.legacy.accountInfoPath,
          clientId: ready.legacy.clientId,
          clientSecret: ready.legacy.clientSecret,
          scopes: ['messages'],
          pkce: false,
          redirectUris: ready.legacy.redirectUris,
        }
      : {
          ...shared,
          interface: 'v4',
          authorizeUrl: ready.v4.authorizeUrl,
          tokenUrl: ready.v4.tokenUrl,
          clientId: ready.v4.clientId,
          clientSecret: ready.v4.clientSecret,
          scopes: ready.v4.scopes,
          authorizeParams: { audience: ready.v4.audience, prompt: 'consent' },
          pkce: true,
          redirectUris: ready.v4.redirectUris,
        };
  return {
    kind,
    profile: serviceProfile.parse(profile),
    businessID: kind === 'legacy' ? (ready.businesses[0]?.businessID ?? null) : null,
    line,
    control,
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
