/** Every store of the window: an action may use the stores of any area. */
import type { InboxStores } from '../inbox/stores.ts';
import type { PhoneNumberStores } from '../phone-numbers/stores.ts';
import { createRequiredContext } from '../platform/stores.ts';
import type { SavedReplyStores } from '../saved-replies/stores.ts';
import type { StagingStores } from '../staging/stores.ts';
import type { ThreadStores } from '../thread/stores.ts';
import type { UpdateStores } from '../updates/stores.ts';

export type Stores = InboxStores &
  ThreadStores &
  SavedReplyStores &
  PhoneNumberStores &
  StagingStores &
  UpdateStores;

export const [AllStoresProvider, useStores] = createRequiredContext<Stores>('the stores');
