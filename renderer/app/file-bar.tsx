/** The bar of a file that is written or read: progress, then outcome. */
import { IconAlertTriangle, IconCheck, IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FileWork } from '../../contract/commands/files.ts';
import { useStores } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { formatNumber } from '../platform/format.ts';
import { BarButton } from './bar.tsx';
import styles from './app.module.css';

const icons = { running: IconFileExport, done: IconCheck, failed: IconAlertTriangle } as const;

/** The announced text, without the changing numbers. */
const useAnnouncement = (work: FileWork): string => {
  const { t, i18n } = useTranslation();
  const { kind, name } = work;
  if (work.state === 'running') return t(`fileWork.running.${kind}`, { name });
  if (work.state === 'done') {
    const { leads = 0, notes = 0 } = work.counts;
    return t(`fileWork.done.${kind}`, {
      name,
      leads: formatNumber(leads, i18n.language),
      notes: formatNumber(notes, i18n.language),
    });
  }
  const { code } = work.error;
  if (kind !== 'restore' && (code === 'disk_full' || code === 'read_only'))
    return t(`fileWork.saveFailed.${code}`, { name });
  return `${t(`errors.${code}.what`)} ${t(`errors.${code}.means`)} ${t(`errors.${code}.act`)}`;
};

const Numbers = ({ work }: { readonly work: Extract<FileWork, { state: 'running' }> }) => {
  const { t, i18n } = useTranslation();
  const { kind, done, total } = work;
  if (total === null) return done > 0 ? formatNumber(done, i18n.language) : null;
  if (kind === 'restore')
    return t('fileWork.percent', { percent: Math.round((100 * done) / Math.max(1, total)) });
  return t('fileWork.of', {
    done: formatNumber(done, i18n.language),
    total: formatNumber(total, i18n.language),
  });
};

const Bar = ({ work }: { readonly work: FileWork }) => {
  const { t } = useTranslation();
  const { act } = useStores();
  const announcement = useAnnouncement(work);
  const Icon = icons[work.state];
  const button = (label: string, command: 'files.cancel' | 'files.close' | 'files.show') => (
    <BarButton label={label} run={() => void act(command, {})} />
  );
  return (
    <div
      className={styles.bar}
      data-bar="file"
      data-file={work.state}
      data-tone={work.state === 'failed' ? 'danger' : 'quiet'}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      <span role="status">{announcement}</span>
      {work.state === 'running' && (
        <span className="tabular" aria-hidden>
          <Numbers work={work} />
        </span>
      )}
      {work.state === 'running' && button(t('fileWork.cancel'), 'files.cancel')}
      {work.state === 'done' && work.kind !== 'restore' && button(t('fileWork.show'), 'files.show')}
      {work.state !== 'running' && button(t('fileWork.close'), 'files.close')}
    </div>
  );
};

export const FileBar = () => {
  const { value } = useAnswer('files.work', {});
  return value?.work == null ? null : <Bar work={value.work} />;
};
