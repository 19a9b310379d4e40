/** A legacy partner for tests, which connects, sends messages and disconnects over HTTP. */
import { formatBasic, sendRequest, type Marketplace } from './marketplace.ts';

export interface LegacyPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

export type LegacyPartner = ReturnType<typeof createPartner>;

/** `as` is the regular client of the ready line, or the test client. */
export function createPartner(market: Marketplace, as: 'legacy' | 'legacyTest' = 'legacy') {
  const { clientId, clientSecret, redirectUris } = market.ready[as];
  const redirectURI = redirectUris[0] ?? '';
  const credentials = formatBasic(clientId, clientSecret);

  /** Allows the connection and returns the code. */
  const requestCode = async (businessID = market.business): Promise<string> => {
    const address = market.legacyConnectURL({ client_id: clientId, redirect_uri: redirectURI });
    const answer = await sendRequest(address, { form: { decision: 'allow', businessID } });
    return market.locationOf(answer).searchParams.get('code') ?? '';
  };
  const token = (parameters: Readonly<Record<string, string | undefined>>) =>
    market.legacyToken(parameters, credentials);
  const exchange = (code: string, changes: Readonly<Record<string, string | undefined>> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectURI,
      token_type: 'AUTH_CODE',
      ...changes,
    });
  const refresh = (
    pair: Pick<LegacyPair, 'refresh_token'>,
    changes: Readonly<Record<string, string | undefined>> = {},
  ) =>
    token({
      grant_type: 'refresh_token',
      refresh_token: pair.refresh_token,
      token_type: 'REFRESH',
      ...changes,
    });
  return {
    clientId,
    code: requestCode,
    exchange,
    refresh,
    connect: async (businessID?: string) =>
      (await exchange(await requestCode(businessID))).json as LegacyPair,
    /** Account info, at the address that the ready line gives. */
    fetchInfo: (pair: Pick<LegacyPair, 'access_token'>) =>
      market.call(pair, 'GET', market.ready.legacy.accountInfoPath),
    disconnect: (businessID: string | undefined, authorization = credentials) =>
      sendRequest(
        `${market.ready.baseUrl}/v2/disconnect-partner${businessID === undefined ? '' : `?business_pk=${businessID}`}`,
        { method: 'POST', headers: { authorization } },
      ),
    /** Writes as the professional; `path` is an address of endpoints C. */
    write: (pair: Pick<LegacyPair, 'access_token'>, path: string, text: string) =>
      market.call(pair, 'POST', path, { text }),
  };
}

/** An address of endpoints C below the base address. */
export const buildMessagePath = (
  businessID: string,
  leadID: string,
  form: '/v1' | '/v2' | '/staging/v1' | '/staging/v2' = '/v2',
): string => `${form}/business/${businessID}/lead/${leadID}/message`;

/** Creates a lead, by default of the first business, and returns its id. */
export async function createLead(market: Marketplace, businessID = market.business) {
  const lead = (await market.control('POST', '/leads', { businessID })) as {
    readonly negotiationID: string;
  };
  return lead.negotiationID;
}

/** Messages of a lead in the sandbox, oldest first. */
export async function fetchThread(market: Marketplace, leadID: string) {
  const { data } = (await market.control('GET', `/leads/${leadID}/messages`)) as {
    readonly data: readonly { readonly from: string; readonly text: string }[];
  };
  return data.map(({ from, text }) => ({ from, text }));
}
