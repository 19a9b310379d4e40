/** What is new is offered once after the version changed, and can be looked at again until it changes once more. */
import { compareVersions } from '../../../contract/versions.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import type { KeptUpdates } from './kept.ts';

export type WhatsNew = {
  readonly report: () => CommandOutput<'whatsNew.get'>;
  /** A window has asked, and shows the offer: the next start makes none. */
  readonly offered: () => void;
  readonly seen: () => void;
};

/**
 * Notes which version runs. A first start has nothing new, and an older version put back by hand neither.
 *
 * @param changed told when the offer is gone
 */
export const createWhatsNew = (
  kept: KeptUpdates,
  running: string,
  changed: () => void,
): WhatsNew => {
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
    report: () => ({ version: running, since: kept.now().before, isNew }),
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
