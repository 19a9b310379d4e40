/** The photos and other files of a request or message. The engine fetches photos; the window loads nothing remote. */
import { useTranslation } from 'react-i18next';
import { isPhoto } from '../../contract/photos.ts';
import type { Attachment, LeadID, MessageID } from '../../contract/records.ts';
import { FileRow } from './file-row.tsx';
import { Photo } from './photo.tsx';
import messageStyles from './message.module.css';
import styles from './photos.module.css';

const maxShown = 6;

type Props = {
  readonly files: readonly Attachment[];
  readonly leadID: LeadID;
  /** Null for the request. */
  readonly messageID: MessageID | null;
};

export const Attachments = ({ files, leadID, messageID }: Props) => {
  const { t } = useTranslation();
  const all = files.map((file, index) => ({ file, index }));
  const photos = all.filter(({ file }) => isPhoto(file));
  const others = all.filter(({ file }) => !isPhoto(file));
  const shown = photos.slice(0, maxShown);
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.photos} aria-label={t('photos.label')}>
          {shown.map(({ file, index }, nth) => (
            <Photo
              key={index}
              place={{ leadID, messageID, index }}
              file={file}
              more={nth === maxShown - 1 ? photos.length - maxShown : 0}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={messageStyles.files} aria-label={t('thread.attachments')}>
          {others.map(({ file, index }) => (
            <li key={index}>
              <FileRow file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
