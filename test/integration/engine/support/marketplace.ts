/**
 * A test's marketplace: a real sandbox over HTTP with customers, a line that can be cut, and the professional's
 * tokens, which the test renews like main.
 */
import { onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AttachedAccount } from '../../../../contract/port.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { defaultOptions, type Options } from '../../../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts';
import { createControl, type Control } from '../../../service-ready.ts';
import { openLine } from './line.ts';

export type Marketplace = {
  readonly account: AttachedAccount;
  readonly businesses: Sandbox['ready']['businesses'];
  readonly ready: Sandbox['ready'];
  readonly control: Control;
  /** Creates a customer's request; returns its negotiation id. */
  readonly request: (firstName: string) => Promise<string>;
  /** Sends a message of the lead's customer. */
  readonly write: (negotiationID: string, text: string) => Promise<void>;
  /** Texts of a lead's messages at the service, oldest first; empty for a photo without text. */
  readonly thread: (negotiationID: string) => Promise<readonly string[]>;
  /** Main's answer to the engine's token request. */
  readonly accessToken: (rejected: string | null, accountID?: AccountID) => Promise<Answer<string>>;
  /** Completes the consent page again. */
  readonly reconnect: () => Promise<void>;
  /** Signs in as the co-owner, who has the first business only. */
  readonly coOwner: () => Promise<Pick<Marketplace, 'account' | 'accessToken' | 'reconnect'>>;
  /** Cuts the line between engine and marketplace. */
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
};

/** Takes a function that runs at the end. */
export type OnEnd = (work: () => void | Promise<void>) => void;

export const accountID = 'practice' as AccountID;

/** Starts a marketplace that ends with the test, or with `onEnd`. */
export const openMarketplace = async (
  options: Partial<Options> = {},
  onEnd: OnEnd = onTestFinished,
): Promise<Marketplace> => {
  const sandbox = await startSandbox({ ...defaultOptions, leads: 0, ...options });
  onEnd(() => sandbox.close());
  const { ready } = sandbox;
  const line = await openLine(Number(new URL(ready.baseUrl).port));
  onEnd(line.cut);

  const control = createControl(ready);
  const account: AttachedAccount = {
    accountID,
    profile: {
      name: 'Sandbox',
      environment: 'sandbox',
      interface: 'v4',
      baseUrl: `http://127.0.0.1:${line.port}`,
      scopes: [...ready.v4.scopes],
    },
    userID: ready.user.userID,
    userName: 'Pat Pro',
    connected: true,
    practice: false,
  };

  return {
    account,
    businesses: ready.businesses,
    ready,
    control,
    request: async (firstName) => {
      const { negotiationID } = await control('POST', '/leads', { customer: { firstName } });
      return negotiationID as string;
    },
    write: async (negotiationID, text) => {
      await control('POST', `/leads/${negotiationID}/messages`, { text });
    },
    thread: async (negotiationID) => {
      const { data } = await control('GET', `/leads/${negotiationID}/messages`);
      return (data as readonly { readonly text?: string }[]).map(({ text = '' }) => text);
    },
    ...(await signIn(ready)),
    coOwner: async () => {
      const { data } = await control<{ data: readonly { userID: string; email: string }[] }>(
        'GET',
        '/users',
      );
      const [, { userID, email } = { userID: '', email: '' }] = data;
      return {
        account: { ...account, accountID: 'second' as AccountID, userID, userName: 'Sam Second' },
        ...(await signIn(ready, email)),
      };
    },
    cut: line.cut,
    restore: line.restore,
  };
};

type Ready = Sandbox['ready'];
type Tokens = { readonly access: string; readonly refresh: string };

/** Signs in the user with this email, or else the professional. */
const signIn = async (
  ready: Ready,
  email?: string,
): Promise<Pick<Marketplace, 'accessToken' | 'reconnect'>> => {
  let grant = await consent(ready, email);
  let renewing: Promise<Answer<string>> | null = null;
  const renew = async (): Promise<Answer<string>> => {
    const renewed = await askForTokens(ready, {
      grant_type: 'refresh_token',
      refresh_token: grant.refresh,
    });
    if (renewed === null) return fail('reconnect_needed', 'The grant is dead.');
    grant = renewed;
    return succeed(renewed.access);
  };
  return {
    accessToken: async (rejected) => {
      if (rejected !== grant.access) return succeed(grant.access);
      renewing ??= renew().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    reconnect: async () => {
      grant = await consent(ready, email);
    },
  };
};

/** Allows access on the consent page and exchanges the code. */
const consent = async (ready: Ready, email?: string): Promise<Tokens> => {
  const [redirect] = ready.v4.redirectUris;
  const query = new URLSearchParams({
    client_id: ready.v4.clientId,
    redirect_uri: redirect ?? '',
    response_type: 'code',
    scope: ready.v4.scopes.join(' '),
    state: 'state-of-the-test',
    audience: ready.v4.audience,
    prompt: 'consent',
    ...(email !== undefined && { login_hint: email }),
  });
  const allowed = await fetch(`${ready.v4.authorizeUrl}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=allow',
    redirect: 'manual',
  });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const tokens = await askForTokens(ready, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect ?? '',
  });
  if (tokens === null) throw new Error('the sandbox gave no tokens');
  return tokens;
};

const askForTokens = async (ready: Ready, form: Record<string, string>): Promise<Tokens | null> => {
  const { clientId, clientSecret, tokenUrl } = ready.v4;
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams(form),
  });
  if (!response.ok) return null;
  const body = (await response.json()) as { access_token: string; refresh_token: string };
  return { access: body.access_token, refresh: body.refresh_token };
};
