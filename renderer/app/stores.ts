/**
 * Creates every store: platform, accounts, leads, then areas. A test can pass its own bridge and clock.
 */
import { createAccountStores } from '../accounts/stores.ts';
import { createInboxStores } from '../inbox/stores.ts';
import { createLeadStores } from '../leads/stores.ts';
import { createPhoneNumberStores } from '../phone-numbers/stores.ts';
import type { Bridge } from '../platform/bridge.ts';
import { createPlatformStores, useStoresOf } from '../platform/stores.ts';
import { schedule, type Schedule } from '../platform/ticker.ts';
import { createSavedReplyStores } from '../saved-replies/reply-editor.ts';
import { createStagingStores } from '../staging/stores.ts';
import { createThreadStores } from '../thread/stores.ts';
import { createUpdateStores } from '../updates/stores.ts';

/** @param now UTC milliseconds */
export const createStores = (bridge: Bridge, now: () => number, timer: Schedule = schedule) => {
  const platform = createPlatformStores(bridge, now, timer);
  const accounts = createAccountStores(platform);
  const leads = createLeadStores(accounts);
  return {
    ...createInboxStores(leads, now),
    ...createThreadStores(leads, now),
    ...createSavedReplyStores(leads),
    ...createPhoneNumberStores(),
    ...createStagingStores(leads),
    ...createUpdateStores(),
  };
};

export type Stores = ReturnType<typeof createStores>;

export const useStores = useStoresOf<Stores>;
