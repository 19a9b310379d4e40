/** The professional's settings, as a component sees them. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Settings } from '../../contract/settings.ts';
import { withChanges } from './settings.ts';
import { usePlatform } from './stores.ts';
import { useAnswer } from './use-answer.ts';

/** With the changes that are still being kept; undefined until they have been read. */
export const useSettings = (): Settings | undefined => {
  const kept = useAnswer('settings.get', {}).value?.settings;
  const changes = useStore(usePlatform().settings, (state) => state.changes);
  return useMemo(() => kept && withChanges(kept, changes), [kept, changes]);
};
