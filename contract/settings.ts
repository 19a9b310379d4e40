/** The settings and their initial values. A new setting needs an entry in both, a control and its labels. */
import { z } from 'zod';
import { businessHours, defaultBusinessHours } from './business-hours.ts';
import { maxRepliesADay, textSizes } from './limits.ts';
import { defaultQuietHours, quietHours } from './quiet-hours.ts';
import { initialReach, reachSettings } from './reach.ts';
import { readonlyObject } from './schema.ts';

export const settings = readonlyObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** `more` draws lines and plain text in place of grays, even if the system does not ask for contrast. */
  contrast: z.enum(['system', 'more']),
  /** Zoom of the window in percent. */
  textSize: z.literal(textSizes),
  density: z.enum(['comfortable', 'compact']),
  /** Order of new leads: earliest reply deadline first, or newest first. */
  newOrder: z.enum(['due', 'newest']),
  /** Seconds in which a reply can be undone; 0 sends immediately. */
  undoSeconds: z.int().min(0).max(30),
  notifications: z.boolean(),
  /** Ctrl+Enter opens the next lead after sending; if false, Ctrl+Shift+Enter does. */
  sendOpensNext: z.boolean(),
  language: z.enum(['system', 'en', 'es']),
  businessHours,
  quietHours,
  /** News for the channels of contract/channels.ts. */
  reach: reachSettings,
  /** Automatic replies that all rules together may send in a day. */
  automaticRepliesADay: z.int().min(1).max(maxRepliesADay),
  /** Checks for updates and downloads them automatically. */
  updates: z.boolean(),
});
export type Settings = z.infer<typeof settings>;

export const initialSettings: Settings = {
  theme: 'system',
  contrast: 'system',
  textSize: 100,
  density: 'comfortable',
  newOrder: 'due',
  undoSeconds: 5,
  notifications: true,
  sendOpensNext: true,
  language: 'system',
  businessHours: defaultBusinessHours,
  quietHours: defaultQuietHours,
  reach: initialReach,
  automaticRepliesADay: 30,
  updates: true,
};

/** Settings for the diagnostics, without free text: not the business hours, whose holidays have names. */
export const pickDiagnosedSettings = ({
  businessHours: _,
  ...shown
}: Settings): Partial<Settings> => shown;
