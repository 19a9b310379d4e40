/** An error as people read it: what happened, what it means, what to do, and one button. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import styles from './ui.module.css';

type Props = {
  readonly error: Failure;
  /** What the code means on this screen, where the usual wording speaks of something else. */
  readonly words?: Record<'what' | 'means' | 'act', string>;
  readonly action?: { readonly label: string; readonly run: () => void };
};

export const Problem = ({ error, words, action }: Props) => {
  const { t } = useTranslation();
  const { what, means, act } = words ?? {
    what: t(`errors.${error.code}.what`),
    means: t(`errors.${error.code}.means`),
    act: t(`errors.${error.code}.act`),
  };
  return (
    <div role="alert" className={styles.problem} data-error={error.code}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={styles.problemTitle}>{what}</p>
        <p>
          {means} {act}
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
