/** Whether the person here answers leads now. */
import { z } from 'zod';
import type { Duty } from '../../../contract/commands/team.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const awayName = 'team.away';

export const isAwayNow = (store: Store): boolean => recall(store, awayName, z.boolean()) === true;

export const setAway = (store: Store, isAway: boolean): void => remember(store, awayName, isAway);

/** @param isQuiet in the person's quiet hours, or while notices are paused */
export const dutyNow = (store: Store, isQuiet: boolean): Duty =>
  isAwayNow(store) ? 'away' : isQuiet ? 'quiet' : 'on';
