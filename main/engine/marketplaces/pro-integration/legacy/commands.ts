/** Handlers of `legacy.*` for one account: its partner endpoints and their password. */
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import { freshCredentials } from '../../../platform/http/credentials.ts';
import { partnerAddress, partnerEndpointOf, putPartnerEndpoint } from './partner-endpoints.ts';
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
    const { path, username } = reach.shared()?.of(null) ?? endpoint;
    return succeed({
      address: base === null ? null : partnerAddress(base, { path }),
      reachable: reach.isReachable(),
      username,
      passwordSince: endpoint.renewedAt,
      lastCallAt: endpoint.lastCallAt,
    });
  },

  'legacy.renew': () => {
    const endpoint = partnerEndpointOf(store, accountID);
    if (endpoint === null) return noEndpoints();
    // All desktops of a team derive the same password, until the team's key changes.
    const shared = reach.shared()?.of(null);
    const { password, passwordDigest } = shared ?? freshCredentials(random);
    const updated = shared ? endpoint : { ...endpoint, passwordDigest };
    store.write(() => putPartnerEndpoint(store, { ...updated, renewedAt: clock.now() }));
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({ username: (shared ?? endpoint).username, password });
  },
});
