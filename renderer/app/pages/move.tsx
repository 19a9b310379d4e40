import { Attempt } from '../../connection/attempt.tsx';
import { NotNotified } from '../../connection/not-notified.tsx';
import { ProfileImport } from '../../connection/profile-import.tsx';
import { MovePage } from '../../move/move-page.tsx';

export const Move = () => (
  <MovePage Attempt={Attempt} NotNotified={NotNotified} ProfileImport={ProfileImport} />
);
