import { basename, dirname } from 'node:path';
import { succeed } from '../../../contract/errors.ts';
import type { Handlers } from '../platform/command/handler.ts';
import { findOlderCopy } from '../platform/store/backups.ts';
import { readVersion } from '../platform/store/migrations.ts';
import type { Store } from '../platform/store/store.ts';

/** Handler of `whatsNew.backup`: finds the copy of the database that the previous version can read. */
export const createOlderCopyCommands = (store: Store): Handlers<'whatsNew.backup'> => ({
  'whatsNew.backup': () => {
    const copy = findOlderCopy(store.db.name, readVersion(store.db));
    return succeed({
      backup: copy && { name: basename(copy.path), folder: dirname(copy.path), at: copy.at },
    });
  },
});
