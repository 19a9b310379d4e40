/** Offers the news of a version once after an update; they stay available until the next one. */
import { compareVersions } from '../../../contract/versions.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import type { KeptUpdates } from './kept.ts';

/** Stores the running version. A first start and a manual downgrade have no news. */
export const createWhatsNew = (kept: KeptUpdates, running: string, changed: () => void) => {
  const { ran } = kept.now();
  if (ran !== running) {
    const isUpdate = ran !== null && compareVersions(running, ran) > 0;
    kept.change({
      ran: running,
      before: isUpdate ? ran : null,
      isOffered: !isUpdate,
      failed: null,
    });
  }
  let isNew = !kept.now().isOffered;
  return {
    report: (): CommandOutput<'whatsNew.get'> => ({
      version: running,
      since: kept.now().before,
      isNew,
    }),
    /** Call when a window shows the offer, so that the next start does not repeat it. */
    offered: () => {
      if (!kept.now().isOffered) kept.change({ isOffered: true });
    },
    seen: () => {
      if (!isNew) return;
      isNew = false;
      changed();
    },
  };
};
