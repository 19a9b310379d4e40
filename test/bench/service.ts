/** The sandbox as a process of its own, with a world of many leads, and a professional signed in there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { AttachedAccount } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Ready } from '../../sandbox/ready.ts';

const program = join(import.meta.dirname, '../../sandbox/index.ts');

export type BenchService = {
  readonly pid: number;
  readonly baseUrl: string;
  readonly businessIDs: readonly string[];
  /** An access token of the professional's, good for an hour. */
  readonly token: string;
  /** The professional's account, as main would attach it. */
  readonly account: AttachedAccount;
  readonly close: () => Promise<void>;
};

const post = async (url: string, fields: Record<string, string>, authorization?: string) =>
  request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: String(new URLSearchParams(fields)),
  });

/** Goes through the code flow as a script does (sandbox document, Connecting without a browser). */
const signIn = async ({ v4 }: Ready): Promise<string> => {
  const [redirect = ''] = v4.redirectUris;
  const query = new URLSearchParams({
    client_id: v4.clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: v4.scopes.join(' '),
    state: 'the-bench',
    audience: v4.audience,
  });
  const allowed = await post(`${v4.authorizeUrl}?${query}`, { decision: 'allow' });
  await allowed.body.dump();
  const code = new URL(String(allowed.headers['location'])).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirect };
  const credentials = `Basic ${btoa(`${v4.clientId}:${v4.clientSecret}`)}`;
  const tokens = await post(v4.tokenUrl, exchange, credentials);
  return ((await tokens.body.json()) as { access_token: string }).access_token;
};

/** Starts a service that has `leads` leads, `messages` messages each in the mean, and lists them. */
export const startService = async (leads: number, messages: number): Promise<BenchService> => {
  const world = ['--leads', String(leads), '--messages', String(messages), '--list-negotiations'];
  const child = spawn(process.execPath, [program, ...world], {
    // With a channel it ends when the bench does, however that comes about.
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  if (child.stdout === null) throw new Error('the sandbox has no output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ready = JSON.parse(line) as Ready;
  return {
    pid: child.pid ?? 0,
    baseUrl: ready.baseUrl,
    businessIDs: ready.businesses.map(({ businessID }) => businessID),
    token: await signIn(ready),
    account: {
      accountID: 'account-synced' as AccountID,
      profile: {
        name: 'Marketplace of the bench',
        environment: 'sandbox',
        interface: 'v4',
        baseUrl: ready.baseUrl,
        scopes: [...ready.v4.scopes],
      },
      userID: ready.user.userID,
      userName: 'Pat Pro',
      connected: true,
      practice: false,
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
