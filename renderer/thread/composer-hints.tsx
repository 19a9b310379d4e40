/** The hints around the composer's text: warnings, remaining characters, gaps and keys. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { maxReplyLength } from '../../contract/limits.ts';
import { findGaps, type Values } from '../../contract/template.ts';
import { sendKey } from '../leads/send-keys.ts';
import { useDrafts } from '../leads/stores.ts';
import { useActions } from '../platform/actions.ts';
import { useSession } from '../platform/stores.ts';
import { useThreadStores } from './stores.ts';
import { findWarnings } from './warnings.ts';
import styles from './composer.module.css';

/** With fewer remaining characters, their number is shown. */
const nearLimit = 1_000;

export const Warnings = ({ text }: { readonly text: string }) => {
  const { t, i18n } = useTranslation();
  const warnings = findWarnings(text);
  if (warnings.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <p className={styles.warning} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {t('composer.warning', {
        what: list.format(warnings.map((warning) => t(`composer.warns.${warning}`))),
      })}
    </p>
  );
};

type HintsProps = {
  readonly text: string;
  readonly values: Values;
  readonly hasPinned: boolean;
};

export const Hints = ({ text, values, hasPinned }: HintsProps) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const hasUnsaved = useDrafts((state) => state.hasUnsaved);
  const isTryingKeys = useSession((state) => state.isTryingKeys);
  const isIgnored = useStore(useThreadStores().sendWays, (state) => state.isIgnored);
  const remaining = maxReplyLength - text.trim().length;
  const [gap] = findGaps(text, values);
  return (
    <div id="composer-hints" className={styles.hints}>
      {remaining < nearLimit && (
        <p className="tabular" role="status" data-over={remaining < 0}>
          {remaining < 0
            ? t('composer.tooLong', { count: -remaining })
            : t('composer.left', { count: remaining })}
        </p>
      )}
      {gap !== undefined && (
        <p role="status" className={styles.gap}>
          {t('savedReply.gap', { gap: gap.text.replaceAll(/^[[{]+\s*|\s*[\]}]+$/g, '') })}
        </p>
      )}
      {isIgnored && <p role="status">{t('sendWays.leftOut')}</p>}
      {isTryingKeys && hasPinned && (
        <p>
          {t('composer.tryKeys', {
            pinned: getHint('pinned.1').printed,
            send: sendKey,
          })}
        </p>
      )}
      {hasUnsaved && text !== '' && <p role="status">{t('composer.unsaved')}</p>}
    </div>
  );
};

/** Highlights the gaps, in a layer behind the text of the field. */
export const GapMarks = ({ text, values }: Pick<HintsProps, 'text' | 'values'>) => {
  const gaps = findGaps(text, values);
  if (gaps.length === 0) return null;
  return (
    <div className={styles.gaps} aria-hidden>
      {gaps.map(({ start, text: gap }, index) => (
        <Fragment key={start}>
          {text.slice(gaps[index - 1]?.end ?? 0, start)}
          <mark>{gap}</mark>
        </Fragment>
      ))}
    </div>
  );
};
