/** Explains a failure: what happened, what it means, what to do, and one button. Shows nothing without a failure. */
import { Box, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, Failure, ProfileMistake } from '../../contract/errors.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './ui.module.css';

/** The invalid fields of a service profile, each with its expected content. */
const ProfileMistakes = ({ mistakes }: { readonly mistakes: readonly ProfileMistake[] }) => {
  const { t } = useTranslation();
  const expected: Readonly<Record<string, string>> = t('profileMistake.of', {
    returnObjects: true,
  });
  return (
    <ul className={styles.mistakes}>
      {mistakes.map(({ field, what }) => {
        const text = expected[field.split('.')[0] ?? ''];
        return (
          <li key={field}>
            <bdi>{t(`profileMistake.${what}`, { field })}</bdi>
            {what !== 'unknown' && text !== undefined && (
              <> {t('profileMistake.expected', { what: text })}</>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Temporary or harmless failures: shown as a warning, without technical details. */
const temporary: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'rate_limited',
  'colleague_answered',
]);

/** Failures whose texts refer people to support. */
const forSupport: ReadonlySet<ErrorCode> = new Set(['unexpected_answer']);

export type FailureWords = Readonly<Record<'what' | 'means' | 'act', string>>;

type Props = {
  readonly error: Failure | null;
  /** Class of a block around the box, for its spacing. */
  readonly className?: string | undefined;
  /** Space above the box. */
  readonly mt?: number | undefined;
  readonly id?: string;
  /** Replaces the usual texts of the code on this screen. */
  readonly words?: FailureWords | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Retries, if there is no `action`. */
  readonly retry?: (() => void) | undefined;
};

export const FailureBox = ({ error, className, mt, id, words, action, retry }: Props) => {
  const { t, i18n } = useTranslation();
  if (error === null) return null;
  const { what, means, act } = words ?? t(`errors.${error.code}`, { returnObjects: true });
  const isTemporary = temporary.has(error.code);
  const button = action ?? (retry && { label: t('common.retry'), run: retry });
  const box = (
    <div role="alert" className={styles.failure} data-error={error.code} data-passing={isTemporary}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={styles.failureTitle}>{what}</p>
        <p>
          {means} {act}
          {error.traceID !== undefined && forSupport.has(error.code) && ` ${t('common.giveTrace')}`}
        </p>
        {error.mistakes !== undefined && <ProfileMistakes mistakes={error.mistakes} />}
        {error.mistakes === undefined &&
          error.detail !== undefined &&
          error.detail !== what &&
          // The detail of a failed connection is only its code.
          !i18n.exists(`errors.${error.detail}`) &&
          !isTemporary && (
            <p className={styles.failureDetail}>
              <bdi>{error.detail}</bdi>
            </p>
          )}
        {error.traceID !== undefined && (
          <p className={styles.failureTrace}>
            <bdi>{t('common.trace', { id: error.traceID })}</bdi>
            <CopyButton text={error.traceID} label={t('common.copyTrace')} />
          </p>
        )}
        {button !== undefined && (
          <Button mt={12} onClick={button.run}>
            {button.label}
          </Button>
        )}
      </div>
    </div>
  );
  if (className === undefined && mt === undefined) return box;
  return (
    <Box id={id} className={className} mt={mt}>
      {box}
    </Box>
  );
};
