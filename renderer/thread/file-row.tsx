/** A file's name and facts; a click opens its address, if it has one, in the browser. */
import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../contract/records.ts';
import { formatFileSize } from '../platform/format.ts';
import { ExternalLink } from '../ui/external-link.tsx';
import styles from './message.module.css';

type Props = {
  readonly file: Attachment;
  /** Replaces the icon of its type. */
  readonly icon?: ReactNode;
  /** Replaces facts and description. */
  readonly note?: string;
  /** Added to the facts. */
  readonly extra?: string;
  readonly children?: ReactNode;
};

export const FileRow = ({ file, icon, note, extra, children }: Props) => {
  const { t, i18n } = useTranslation();
  const { url, description, mimeType, fileSize: size } = file;
  const facts =
    note ??
    [mimeType, size && formatFileSize(size, i18n.language), extra].filter(Boolean).join(' · ');
  const isImage = mimeType.startsWith('image/');
  const isPDF = mimeType === 'application/pdf';
  const Icon = isImage ? IconPhoto : isPDF ? IconFileTypePdf : IconFile;
  const content = (
    <>
      {icon ?? <Icon size={20} stroke={1.5} aria-hidden />}
      <span>
        {url !== null && <span className="hidden-visually">{t('thread.openAttachment')} </span>}
        <bdi>{file.fileName || t('thread.unnamedFile')}</bdi>
        <small>
          {description && note === undefined && (
            <>
              <bdi>{description}</bdi>
              {facts && ' · '}
            </>
          )}
          {facts}
        </small>
      </span>
    </>
  );
  return (
    <div className={styles.fileLine}>
      {url === null ? (
        <div className={styles.file}>{content}</div>
      ) : (
        <ExternalLink url={url} className={styles.file} title={t('common.opensInBrowser')}>
          {content}
        </ExternalLink>
      )}
      {children}
    </div>
  );
};
