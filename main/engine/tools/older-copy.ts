import { basename, dirname } from 'node:path';
import { succeed } from '../../../contract/errors.ts';
import type { Handlers } from '../platform/command/handler.ts';
import { olderCopyOf } from '../platform/store/backups.ts';
import { versionOf } from '../platform/store/migrations.ts';
import type { Store } from '../platform/store/store.ts';

/** Handler of `whatsNew.backup`: returns the copy of the database that the previous version can read. */
export const olderCopyCommands = (store: Store): Handlers<'whatsNew.backup'> => ({
  'whatsNew.backup': () => {
    const copy = olderCopyOf(store.db.name, versionOf(store.db));
    return succeed({
      backup: copy && { name: basename(copy.path), folder: dirname(copy.path), at: copy.at },
    });
  },
});
