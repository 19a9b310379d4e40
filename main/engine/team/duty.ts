/** Whether the person here answers leads now. */
import { z } from 'zod';
import type { Duty } from '../../../contract/commands/team.ts';
import { recall } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

export const awayName = 'team.away';

/** @param isQuiet in the person's quiet hours, or while notices are paused */
export const dutyNow = (store: Store, isQuiet: boolean): Duty =>
  recall(store, awayName, z.boolean()) === true ? 'away' : isQuiet ? 'quiet' : 'on';
