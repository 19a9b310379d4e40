/** An error as people read it: what happened, what it means, what to do, and one button. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import styles from './ui.module.css';

type Props = {
  readonly error: Failure;
  readonly action?: { readonly label: string; readonly run: () => void };
};

export const Problem = ({ error, action }: Props) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.problem} data-error={error.code}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={styles.problemTitle}>{t(`errors.${error.code}.what`)}</p>
        <p>
          {t(`errors.${error.code}.means`)} {t(`errors.${error.code}.act`)}
        </p>
        {error.detail !== undefined && (
          <p className={styles.problemDetail}>
            <bdi>{error.detail}</bdi>
          </p>
        )}
        {action !== undefined && (
          <Button variant="default" mt={12} onClick={action.run}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
};
