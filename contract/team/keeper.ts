/** The state that a keeper reports to the hub's program, in the file `state.json` of its folder. */
import { z } from 'zod';

export const keeperState = z.discriminatedUnion('state', [
  /** An owner compares the digits and confirms. */
  z.object({ state: z.literal('joining'), digits: z.string() }),
  /** `log`: its connection to the team's log; `failure`: why the hub's last answer failed. */
  z.object({
    state: z.literal('member'),
    log: z.string().nullable(),
    failure: z.string().nullable(),
  }),
  /** `why`: why it could not join, or is no longer a member. */
  z.object({ state: z.literal('none'), why: z.string().nullable() }),
]);
export type KeeperState = z.infer<typeof keeperState>;
