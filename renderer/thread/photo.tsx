/** A photo's thumbnail, which opens the viewer, or a file row if it is not available. */
import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { photoRefusals } from '../../contract/photos.ts';
import type { Attachment } from '../../contract/records.ts';
import { useThumbnail } from './use-photo.ts';
import { useLeadStores, type PhotoPlace } from '../leads/stores.ts';
import { useLate } from '../ui/late.ts';
import { FileRow } from './file-row.tsx';
import styles from './photos.module.css';

type Props = {
  readonly place: PhotoPlace;
  readonly file: Attachment;
  /** Number of hidden photos after this one. */
  readonly more: number;
};

const isTooLarge = ({ detail }: Failure): boolean =>
  detail === photoRefusals.tooLarge || detail === photoRefusals.tooManyPixels;

export const Photo = ({ place, file, more }: Props) => {
  const { t } = useTranslation();
  const { viewer } = useLeadStores();
  const { src, error, onBroken, retry } = useThumbnail(place);
  const isSlow = useLate(src === null && error === null);
  const name = file.description || file.fileName || t('photos.unnamed');
  if (error !== null)
    return (
      <li className={styles.broken}>
        {isTooLarge(error) ? (
          <FileRow file={file} extra={t('photos.tooLarge')} />
        ) : (
          <FileRow
            file={file}
            icon={<IconPhotoOff size={20} stroke={1.5} aria-hidden />}
            note={t('photos.failed')}
          >
            <Button size="compact-xs" onClick={retry}>
              {t('photos.retry')}
            </Button>
          </FileRow>
        )}
      </li>
    );
  return (
    <li className={styles.place} data-late={isSlow}>
      {src !== null && (
        <button
          type="button"
          className={styles.photo}
          aria-haspopup="dialog"
          aria-label={t(more > 0 ? 'photos.openAndMore' : 'photos.open', { name, count: more })}
          title={name}
          onClick={() => viewer.setState({ shown: place })}
        >
          <img src={src} alt="" decoding="async" draggable={false} onError={onBroken} />
          {more > 0 && <span aria-hidden>+{more}</span>}
        </button>
      )}
    </li>
  );
};
