/** Handlers of `legacy.*` for one account: its partner endpoints and their password. */
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import { generateCredentials } from '../../../platform/http/credentials.ts';
import {
  buildPartnerAddress,
  findPartnerEndpoint,
  putPartnerEndpoint,
} from './partner-endpoints.ts';
import type { PartnerCommand } from '../../../accounts/account-commands.ts';
import type { AccountDependencies } from '../../../accounts/runtime.ts';
import type { Handlers } from '../../../platform/command/handler.ts';

const failNeverConnected = (): Answer<never> =>
  fail('not_found', 'This account was never connected.');

export const createPartnerCommands = ({
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
    const endpoint = findPartnerEndpoint(store, accountID);
    if (endpoint === null) return failNeverConnected();
    const base = reach.findBase();
    const { path, username } = reach.findSharedWebhooks()?.getAddressee(null) ?? endpoint;
    return succeed({
      address: base === null ? null : buildPartnerAddress(base, { path }),
      reachable: reach.isReachable(),
      username,
      passwordSince: endpoint.renewedAt,
      lastCallAt: endpoint.lastCallAt,
    });
  },

  'legacy.renew': () => {
    const endpoint = findPartnerEndpoint(store, accountID);
    if (endpoint === null) return failNeverConnected();
    // All desktops of a team derive the same password, until the team's key changes.
    const shared = reach.findSharedWebhooks()?.getAddressee(null);
    const { password, passwordDigest } = shared ?? generateCredentials(random);
    const updated = shared ? endpoint : { ...endpoint, passwordDigest };
    store.write(() => putPartnerEndpoint(store, { ...updated, renewedAt: clock.now() }));
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({ username: (shared ?? endpoint).username, password });
  },
});
