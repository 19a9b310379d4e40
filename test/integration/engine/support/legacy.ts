/** The legacy interface of the marketplace for one professional with one business. */
import type { Answer } from '../../../../contract/errors.ts';
import { fail, succeed } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { EngineHere } from './engine.ts';
import { openMarketplace, type Marketplace } from './marketplace.ts';

export const accountID = 'legacy' as AccountID;

export type LegacyMarketplace = Marketplace & {
  /** Gives the marketplace the engine's address and a new password for its calls. */
  readonly callTo: (engine: Pick<EngineHere, 'ask'>) => Promise<void>;
  /** Event and status of the marketplace's calls to the engine, oldest first. */
  readonly calls: () => Promise<readonly { eventType: string; status: number | null }[]>;
  /** Creates a customer's request to the connected business; returns the lead's id. */
  readonly request: (firstName: string) => Promise<string>;
};

type Tokens = { readonly access_token: string; readonly refresh_token: string };

/** Starts a marketplace with the first business connected. */
export const openLegacyMarketplace = async (): Promise<LegacyMarketplace> => {
  const marketplace = await openMarketplace();
  const { ready, control } = marketplace;
  const { clientId, clientSecret, redirectUris } = ready.legacy;
  const redirect = redirectUris[0] ?? '';
  const [business] = ready.businesses;
  if (business === undefined) throw new Error('the marketplace has no business');

  const page = new URL(`${ready.connectUrl}/services/partner-connect/`);
  page.search = String(
    new URLSearchParams({
      client_id: clientId,
      scope: 'messages',
      redirect_uri: redirect,
      response_type: 'code',
      state: 'state-of-the-test',
    }),
  );
  const consent = async (): Promise<string> => {
    const allowed = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow', businessID: business.businessID }),
      redirect: 'manual',
    });
    return new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const askForTokens = async (query: Record<string, string>): Promise<Tokens | null> => {
    const address = `${ready.baseUrl}/v2/tokens/access?${new URLSearchParams(query)}`;
    const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Basic ${pair}` },
    });
    return answer.ok ? ((await answer.json()) as Tokens) : null;
  };
  const first = await askForTokens({
    grant_type: 'authorization_code',
    token_type: 'AUTH_CODE',
    redirect_uri: redirect,
    code: await consent(),
  });
  if (first === null) throw new Error('the marketplace gave no tokens');
  let tokens = first;

  return {
    ...marketplace,
    account: {
      accountID,
      profile: {
        name: 'Legacy marketplace',
        environment: 'sandbox',
        interface: 'legacy',
        baseUrl: marketplace.account.profile.baseUrl,
        accountInfoPath: ready.legacy.accountInfoPath,
        scopes: ['messages'],
      },
      userID: business.businessID,
      userName: business.name,
      connected: true,
      practice: false,
    },
    accessToken: async (rejected): Promise<Answer<string>> => {
      if (rejected !== tokens.access_token) return succeed(tokens.access_token);
      const renewed = await askForTokens({
        grant_type: 'refresh_token',
        token_type: 'REFRESH',
        refresh_token: tokens.refresh_token,
      });
      if (renewed === null) return fail('reconnect_needed', 'The grant is dead.');
      tokens = renewed;
      return succeed(tokens.access_token);
    },
    request: async (firstName) => {
      const body = { businessID: business.businessID, customer: { firstName } };
      const { negotiationID } = await control('POST', '/leads', body);
      return negotiationID as string;
    },
    callTo: async (engine) => {
      const { username, password } = await engine.ask('legacy.renew', { accountID });
      const { address } = await engine.ask('legacy.endpoints', { accountID });
      await control('POST', '/partner', { baseUrl: address, username, password });
    },
    calls: async () => {
      const { data } = await control('GET', '/deliveries');
      return data as readonly { eventType: string; status: number | null }[];
    },
  };
};
