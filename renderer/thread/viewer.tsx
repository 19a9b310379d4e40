/** The photo viewer. Arrow keys go through all photos of the lead, and Escape closes it. */
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { usePhoto } from './use-photo.ts';
import { useLeadStores, type PhotoPlace } from '../leads/stores.ts';
import { useLate } from '../ui/late.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './viewer.module.css';

type ToolProps = {
  readonly label: string;
  readonly onClick: () => void;
  readonly isOff?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};
const Tool = ({ label, onClick, isOff = false, className, children }: ToolProps) => (
  <button
    type="button"
    className={`${styles.tool} ${className ?? ''}`}
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
  >
    {children}
  </button>
);

const Picture = ({ place, name }: { readonly place: PhotoPlace; readonly name: string }) => {
  const { t } = useTranslation();
  const { src, error, onBroken, retry } = usePhoto(place);
  const [isWhole, setIsWhole] = useState(true);
  const isSlow = useLate(src === null && error === null);
  if (error !== null)
    return (
      <div className={styles.failed} role="alert">
        <p>{t('photos.failed')}</p>
        <button type="button" className={styles.retry} onClick={retry}>
          {t('photos.retry')}
        </button>
      </div>
    );
  return (
    <div className={styles.stage} data-fit={isWhole}>
      {isSlow && <Spinner />}
      {src !== null && (
        <button
          type="button"
          className={styles.zoom}
          aria-label={t(isWhole ? 'photos.zoomIn' : 'photos.zoomOut')}
          aria-pressed={!isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          <img src={src} alt={name} draggable={false} onError={onBroken} />
        </button>
      )}
    </div>
  );
};

type ListedPhoto = CommandOutput<'photos.list'>['photos'][number];

const getName = ({ file }: ListedPhoto): string => file.description || file.fileName;

type CaptionProps = {
  readonly photo: ListedPhoto;
  readonly number: number;
  readonly count: number;
};

const Caption = ({ photo, number, count }: CaptionProps) => {
  const { t } = useTranslation();
  const source =
    photo.side === 'business' ? 'ofYours' : photo.messageID === null ? 'ofRequest' : 'ofMessage';
  return (
    <>
      <span className="tabular">{t('photos.position', { number, count })}</span>
      {' · '}
      {t(`photos.${source}`)}
      {' · '}
      <bdi>{getName(photo) || t('photos.unnamed')}</bdi>
    </>
  );
};

type ArrowsProps = {
  /** -1 while the photos load. */
  readonly index: number;
  readonly count: number;
  readonly onGo: (by: number) => void;
};

const Arrows = ({ index, count, onGo }: ArrowsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Tool
        className={styles.before}
        label={t('photos.before')}
        isOff={index <= 0}
        onClick={() => onGo(-1)}
      >
        <IconChevronLeft size={24} stroke={1.75} aria-hidden />
      </Tool>
      <Tool
        className={styles.after}
        label={t('photos.after')}
        isOff={index === -1 || index === count - 1}
        onClick={() => onGo(1)}
      >
        <IconChevronRight size={24} stroke={1.75} aria-hidden />
      </Tool>
    </>
  );
};

export const Viewer = ({ place }: { readonly place: PhotoPlace }) => {
  const { t } = useTranslation();
  const { act, viewer } = useLeadStores();
  const { file } = usePhoto(place);
  const dialog = useRef<HTMLDialogElement>(null);
  const { value } = useAnswer('photos.list', { leadID: place.leadID });
  const photos = value?.photos ?? [];
  const shown = photos.findIndex(
    ({ messageID, index }) => messageID === place.messageID && index === place.index,
  );
  const photo = photos[shown] ?? null;
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The dialog takes the focus instead of its first button.
    current?.focus();
    return () => current?.close();
  }, []);

  const go = (by: number): void => {
    const to = shown === -1 ? undefined : photos[shown + by];
    if (to === undefined) return;
    const { leadID } = place;
    viewer.setState({ shown: { leadID, messageID: to.messageID, index: to.index } });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by);
  };

  const url = photo?.file.url ?? null;
  const save = (): void => {
    const fileName = photo?.file.fileName || photo?.file.description || '';
    if (file !== null) void act('photos.save', { file, name: fileName.slice(0, 300) });
  };
  const name = (photo && getName(photo)) || t('photos.unnamed');
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.viewer}
      aria-label={t('photos.viewer')}
      onKeyDown={onKeyDown}
      onClose={() => viewer.setState({ shown: null })}
    >
      <header className={styles.head}>
        <p className={styles.caption} role="status">
          {photo !== null && <Caption photo={photo} number={shown + 1} count={photos.length} />}
        </p>
        <div className={styles.tools}>
          {url?.startsWith('https://') && (
            <Tool
              label={t('photos.openInBrowser')}
              onClick={() => void act('shell.openLink', { url })}
            >
              <IconExternalLink size={18} stroke={1.75} aria-hidden />
            </Tool>
          )}
          <Tool label={t('photos.save')} isOff={file === null} onClick={save}>
            <IconDownload size={18} stroke={1.75} aria-hidden />
          </Tool>
          <Tool label={t('photos.close')} onClick={() => viewer.setState({ shown: null })}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </Tool>
        </div>
      </header>
      <Picture key={`${place.messageID} ${place.index}`} place={place} name={name} />
      {photos.length > 1 && <Arrows index={shown} count={photos.length} onGo={go} />}
    </dialog>
  );
};
