import type { ComponentType } from 'react';
import type { Account } from '../../contract/accounts.ts';
import type { ImportedProfile } from '../../contract/profile.ts';
import type { Attempt } from '../accounts/connecting.ts';

/** The parts of connecting that this page shows. */
export type ConnectionParts = {
  readonly Attempt: ComponentType<{ readonly attempt: Attempt }>;
  readonly NotNotified: ComponentType<{ readonly account: Account }>;
  readonly ProfileImport: ComponentType<{
    readonly given: boolean;
    readonly onRead: (profile: ImportedProfile) => void;
  }>;
};
