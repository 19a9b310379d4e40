/** Handlers of `legacy.*` for one account: its partner endpoints and their password. */
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import { freshCredentials } from '../../../platform/http/credentials.ts';
import { partnerAddress } from './partner-endpoints.ts';
import { partnerEndpointOf, putPartnerEndpoint } from './partner-endpoint-rows.ts';
import type { PartnerCommand } from '../../../accounts/account-commands.ts';
import type { AccountDependencies } from '../../../accounts/runtime.ts';
import type { Handlers } from '../../../platform/command/handler.ts';

const noEndpoints = (): Answer<never> => fail('not_found', 'This account was never connected.');

export const partnerCommands = ({
  store,
  accountID,
  clock,
  random,
  reach,
  publish,
}: Pick<AccountDependencies, 'store' | 'clock' | 'random' | 'reach' | 'publish'> & {
  readonly accountID: AccountID;
}): Handlers<PartnerCommand> => ({
  'legacy.endpoints': () => {
    const endpoint = partnerEndpointOf(store, accountID);
    if (endpoint === null) return noEndpoints();
    const base = reach.base();
    return succeed({
      address: base === null ? null : partnerAddress(base, endpoint),
      reachable: reach.isReachable(),
      username: endpoint.username,
      passwordSince: endpoint.renewedAt,
      lastCallAt: endpoint.lastCallAt,
    });
  },

  'legacy.renew': () => {
    const endpoint = partnerEndpointOf(store, accountID);
    if (endpoint === null) return noEndpoints();
    const { password, passwordDigest } = freshCredentials(random);
    const renewed = { ...endpoint, passwordDigest, renewedAt: clock.now() };
    store.write(() => putPartnerEndpoint(store, renewed));
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({ username: endpoint.username, password });
  },
});
