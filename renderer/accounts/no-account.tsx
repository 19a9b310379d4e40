/** A page without a usable account, and the next step: connect one, or move a legacy account. */
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { isOutdated } from './accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAccounts } from './use-accounts.ts';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = {
  readonly icon: Icon;
  /** Describes what the page shows once there is an account. */
  readonly text: string;
  /** The account chosen on the page, if the page offers a choice. */
  readonly chosen?: Account;
};

export const NoAccount = ({ icon, text, chosen }: Props) => {
  const { t } = useTranslation();
  const accounts = useAccounts();
  const go = useSession((state) => state.go);
  const move = useSession((state) => state.move);
  const outdated = [...(chosen === undefined ? [] : [chosen]), ...accounts].find(isOutdated);
  if (outdated !== undefined)
    return (
      <EmptyState
        icon={icon}
        title={t('noAccount.old')}
        text={t('noAccount.oldText', { name: outdated.profileName })}
        action={{ label: t('connection.legacy.move'), run: () => move(outdated.accountID) }}
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={t('noAccount.title')}
      text={text}
      action={
        accounts.length > 0
          ? { label: t('noAccount.open'), run: () => go('connection') }
          : { label: t('connection.connectFirst'), run: () => go('welcome') }
      }
    />
  );
};
