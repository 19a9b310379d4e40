/** The duty of the person here: on, away or quiet. */
import { z } from 'zod';
import type { Duty } from '../../../contract/commands/team.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const awayName = 'team.away';

export const isAwayNow = (store: Store): boolean =>
  readSetting(store, awayName, z.boolean()) === true;

export const setAway = (store: Store, isAway: boolean): void =>
  storeSetting(store, awayName, isAway);

/** @param isQuiet in the person's quiet hours, or while notices are paused */
export const readDuty = (store: Store, isQuiet: boolean): Duty =>
  isAwayNow(store) ? 'away' : isQuiet ? 'quiet' : 'on';
