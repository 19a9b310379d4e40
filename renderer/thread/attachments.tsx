/**
 * Files of a request or a message. They lie on the service's servers, and nothing remote is loaded
 * into this window: each one is named and opens in the browser, where the service said where it is.
 */
import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../contract/records.ts';
import { useStores } from '../state/stores.ts';
import { fileSize } from '../ui/format.ts';
import styles from './message.module.css';

const iconFor = (type: string) =>
  type.startsWith('image/') ? IconPhoto : type === 'application/pdf' ? IconFileTypePdf : IconFile;

export const Attachments = ({ files }: { readonly files: readonly Attachment[] }) => {
  const { t, i18n } = useTranslation();
  const { bridge } = useStores();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('thread.attachments')}>
      {files.map((file, index) => {
        const Icon = iconFor(file.mimeType);
        const facts = [
          file.mimeType,
          file.fileSize === null ? null : fileSize(file.fileSize, i18n.language),
        ].filter(Boolean);
        const { url } = file;
        const words = (
          <>
            <Icon size={20} stroke={1.5} aria-hidden />
            <span>
              {url !== null && (
                <span className="hidden-visually">{t('thread.openAttachment')} </span>
              )}
              <bdi>{file.fileName || t('thread.unnamedFile')}</bdi>
              <small>
                {file.description !== null && <bdi>{file.description} · </bdi>}
                {facts.join(' · ')}
              </small>
            </span>
          </>
        );
        return (
          <li key={index}>
            {url === null ? (
              <div className={styles.file}>{words}</div>
            ) : (
              <button
                type="button"
                className={styles.file}
                title={t('common.opensInBrowser')}
                onClick={() => void bridge.invoke('shell.openLink', { url })}
              >
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
};
