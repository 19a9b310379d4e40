/**
 * Asks once, above the inbox, whether the app may keep running when its window is closed. Shown
 * after the first real account is connected.
 */
import { useAccounts } from '../accounts/use-accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { loadOnDemand } from '../ui/lazily.tsx';

const BackgroundChoice = loadOnDemand(() => import('./background-choice.tsx'), 'BackgroundChoice');

export const BackgroundQuestion = () => {
  const isInbox = useSession((state) => state.screen === 'inbox');
  const hasRealAccount = useAccounts().some(
    ({ practice, grant }) => !practice && grant.state === 'connected',
  );
  const { value } = useAnswer('background.get', {}, isInbox && hasRealAccount);
  if (!isInbox || !hasRealAccount || value === undefined || value.asked) return null;
  return <BackgroundChoice background={value} />;
};
