/** Offers the release notes of a version once after an update. They stay available until the next update. */
import { compareVersions } from '../../../contract/versions.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import type { UpdateStore } from './store.ts';

/** Stores the running version. After a first start or a manual downgrade nothing is offered. */
export const createWhatsNew = (store: UpdateStore, running: string, onChange: () => void) => {
  const { ran } = store.get();
  if (ran !== running) {
    const isUpdate = ran !== null && compareVersions(running, ran) > 0;
    store.change({
      ran: running,
      before: isUpdate ? ran : null,
      isOffered: !isUpdate,
      failed: null,
    });
  }
  let isNew = !store.get().isOffered;
  return {
    report: (): CommandOutput<'whatsNew.get'> => ({
      version: running,
      since: store.get().before,
      isNew,
    }),
    /** Call when a window shows the offer, so that the next start does not repeat it. */
    markOffered: () => {
      if (!store.get().isOffered) store.change({ isOffered: true });
    },
    markSeen: () => {
      if (!isNew) return;
      isNew = false;
      onChange();
    },
  };
};
