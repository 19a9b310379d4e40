/** The line that the sandbox prints once it listens, with everything a client or a script needs. */
import { accountInfoPath } from './legacy/account.ts';
import { authorizePath } from './oauth/authorize.ts';
import { tokenPath } from './oauth/token.ts';
import { audience, v4Scopes, type Client, type World } from './world.ts';

export type Ready = ReturnType<typeof buildReadyLine>;

export const buildReadyLine = (world: World) => {
  const { baseUrl, clients, staging, user, businesses, controlToken } = world;
  const toCredentials = ({ clientID, clientSecret, redirectURIs }: Client) => ({
    clientId: clientID,
    clientSecret,
    redirectUris: redirectURIs,
  });
  return {
    event: 'ready',
    baseUrl,
    stagingUrl: `${baseUrl}/staging`,
    connectUrl: `${baseUrl}/connect`,
    v4: {
      authorizeUrl: baseUrl + authorizePath,
      tokenUrl: baseUrl + tokenPath,
      ...toCredentials(clients.v4),
      scopes: v4Scopes,
      audience,
    },
    legacy: { ...toCredentials(clients.legacy), accountInfoPath },
    legacyTest: toCredentials(clients.legacyTest),
    staging,
    user: { userID: user.userID },
    businesses: businesses.map(({ businessID, name }) => ({ businessID, name })),
    control: { url: `${baseUrl}/sandbox`, token: controlToken },
  } as const;
};
