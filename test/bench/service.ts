/** Starts the sandbox as a separate process with many leads, and signs a professional in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { AttachedAccount } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Ready } from '../../sandbox/ready.ts';
import { createControl, type Control } from '../service-ready.ts';

const program = join(import.meta.dirname, '../../sandbox/index.ts');

export type BenchService = {
  readonly pid: number;
  readonly baseUrl: string;
  readonly businessIDs: readonly string[];
  /** Access token of the professional, valid for an hour. */
  readonly token: string;
  /** The professional's account, as main attaches it. */
  readonly account: AttachedAccount;
  readonly control: Control;
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

/** Signs in by the code flow without a browser: posts the consent form itself. */
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

/** Starts a service that has and lists `leads` leads with `messages` messages on average. */
export const startService = async (leads: number, messages: number): Promise<BenchService> => {
  const world = ['--leads', String(leads), '--messages', String(messages), '--list-negotiations'];
  const child = spawn(process.execPath, [program, ...world], {
    // The channel ends it with the bench, even after a crash.
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
    control: createControl(ready),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
