/** What a section of the settings is given. */
import type { Settings } from '../../contract/settings.ts';

export type SectionProps = {
  readonly settings: Settings;
  /** Changes a part of them at once. */
  readonly set: (part: Partial<Settings>) => void;
};
