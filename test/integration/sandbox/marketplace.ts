/** A sandbox for tests, with helpers that use it over HTTP like any client. */
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { defaultOptions, type Options } from '../../../sandbox/options.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly json: unknown;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Fields of staging's test lead. */
export interface TestLead {
  readonly leadID: string;
  readonly business: { readonly businessID: string; readonly name: string };
}

export type Marketplace = Awaited<ReturnType<typeof openMarketplace>>;

export const formatBasic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export async function sendRequest(
  url: string,
  init: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly form?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const body =
    init.json !== undefined
      ? JSON.stringify(init.json)
      : init.form && new URLSearchParams(init.form).toString();
  const answer = await request(url, {
    method: (init.method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
    headers: {
      ...(init.json !== undefined ? { 'content-type': 'application/json' } : {}),
      ...(init.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...init.headers,
    },
    body: body ?? null,
  });
  const text = await answer.body.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Not every response is JSON.
  }
  return { status: answer.statusCode, headers: answer.headers, text, json };
}

/** Starts a sandbox that ends with the test. */
export async function openMarketplace(options: Partial<Options> = {}) {
  const sandbox = await startSandbox({ ...defaultOptions, ...options });
  onTestFinished(() => sandbox.close());
  return createClient(sandbox.ready);
}

export function createClient(ready: Awaited<ReturnType<typeof startSandbox>>['ready']) {
  const { v4, legacy } = ready;
  const redirectURI = v4.redirectUris[0] ?? '';
  const toQuery = (parameters: Readonly<Record<string, string | undefined>>) =>
    new URLSearchParams(
      Object.entries(parameters).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ).toString();

  /** Address of the v4 consent page; `changes` sets or (undefined) removes parameters. */
  const buildConsentURL = (changes: Readonly<Record<string, string | undefined>> = {}) =>
    `${v4.authorizeUrl}?${toQuery({
      client_id: v4.clientId,
      redirect_uri: redirectURI,
      response_type: 'code',
      scope: v4.scopes.join(' '),
      state: 'state-of-the-attempt',
      audience: v4.audience,
      ...changes,
    })}`;

  const getLocation = (answer: Answer) => new URL(String(answer.headers['location']));

  /** Allows the connection and returns the redirect address. */
  const consent = async (changes: Readonly<Record<string, string | undefined>> = {}) =>
    getLocation(await sendRequest(buildConsentURL(changes), { form: { decision: 'allow' } }));

  const requestToken = (
    form: Readonly<Record<string, string>>,
    credentials = formatBasic(v4.clientId, v4.clientSecret),
  ) => sendRequest(v4.tokenUrl, { form, headers: { authorization: credentials } });

  const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
    requestToken({ grant_type: 'authorization_code', code, redirect_uri: redirectURI, ...more });

  const refresh = (refreshToken: string) =>
    requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });

  const connect = async (
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Tokens> => {
    const to = await consent(changes);
    return (await exchange(to.searchParams.get('code') ?? '')).json as Tokens;
  };

  const call = (
    tokens: Pick<Tokens, 'access_token'>,
    method: string,
    path: string,
    json?: unknown,
  ) =>
    sendRequest(ready.baseUrl + path, {
      method,
      json,
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });

  const control = async (method: 'GET' | 'POST', path: string, json?: unknown) => {
    const answer = await sendRequest(ready.control.url + path, {
      method,
      json,
      headers: { authorization: `Bearer ${ready.control.token}` },
    });
    if (answer.status !== 200) throw new Error(`control ${path}: ${answer.text}`);
    return answer.json;
  };

  const advance = (seconds: number) => control('POST', '/clock', { advanceSeconds: seconds });

  const buildLegacyConnectURL = (changes: Readonly<Record<string, string | undefined>> = {}) =>
    `${ready.connectUrl}/services/partner-connect/?${toQuery({
      client_id: legacy.clientId,
      redirect_uri: legacy.redirectUris[0],
      response_type: 'code',
      scope: 'messages',
      ...changes,
    })}`;

  const requestLegacyToken = (
    parameters: Readonly<Record<string, string | undefined>>,
    credentials = formatBasic(legacy.clientId, legacy.clientSecret),
  ) =>
    sendRequest(`${ready.baseUrl}/v2/tokens/access?${toQuery(parameters)}`, {
      method: 'POST',
      headers: { authorization: credentials },
    });

  /** Connects a business by the legacy flow and returns the token response. */
  const connectLegacy = async (businessID: string) => {
    const to = getLocation(
      await sendRequest(buildLegacyConnectURL(), { form: { decision: 'allow', businessID } }),
    );
    return requestLegacyToken({
      grant_type: 'authorization_code',
      code: to.searchParams.get('code') ?? '',
      redirect_uri: legacy.redirectUris[0],
      token_type: 'AUTH_CODE',
    });
  };

  /** Creates staging's test lead, by default for a dummy business. */
  const createTestLead = (
    body: object = {},
    credentials = formatBasic(ready.staging.username, ready.staging.password),
  ) =>
    sendRequest(`${ready.stagingUrl}/v1/test/create-lead`, {
      json: body,
      headers: { authorization: credentials },
    });

  const business = ready.businesses[0]?.businessID ?? '';
  return {
    ready,
    redirectURI,
    business,
    consentURL: buildConsentURL,
    locationOf: getLocation,
    consent,
    token: requestToken,
    exchange,
    refresh,
    connect,
    call,
    control,
    advance,
    legacyConnectURL: buildLegacyConnectURL,
    legacyToken: requestLegacyToken,
    legacyConnect: connectLegacy,
    createTestLead,
  };
}
