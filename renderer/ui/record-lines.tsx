/** A record's JSON, with a mark at each field that the app does not use. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldUse } from '../../contract/commands/staging.ts';
import { CopyText } from './copy-button.tsx';
import { formatJSONLines } from './json-lines.ts';
import styles from './stored.module.css';

type Props = {
  /** JSON. */
  readonly record: string;
  readonly fields: readonly FieldUse[];
  /** The whole record is stored, with its unused fields. */
  readonly isStored: boolean;
};

export const RecordLines = ({ record, fields, isStored }: Props) => {
  const { t } = useTranslation('staging');
  const kept = useMemo(
    () => new Set(fields.filter(({ use }) => use === 'kept').map(({ path }) => path)),
    [fields],
  );
  const lines = useMemo(() => formatJSONLines(JSON.parse(record), kept), [record, kept]);
  return (
    <>
      <p className={styles.note}>
        {t(isStored ? 'stored.keptCount' : 'stored.leftOutCount', { count: kept.size })}
      </p>
      <pre className={styles.json}>
        {lines.map(({ text, isKept }, index) => (
          <span key={index} className={styles.line} data-kept={isKept}>
            {text}
            {isKept && (
              <span className={styles.tag}>{t(isStored ? 'stored.kept' : 'stored.leftOut')}</span>
            )}
          </span>
        ))}
      </pre>
      <CopyText label={t('stored.copyRecord')} text={() => record} />
    </>
  );
};
