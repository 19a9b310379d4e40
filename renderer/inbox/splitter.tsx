/** The line between list and conversation, moved by mouse or arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './inbox.module.css';

const min = 300;
const max = 480;

type Props = { readonly width: number; readonly onChange: (width: number) => void };

export const Splitter = ({ width, onChange }: Props) => {
  const { t } = useTranslation();
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const resize = (next: number): void => onChange(Math.round(Math.max(min, Math.min(max, next))));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current !== null) resize(start.current.width + event.clientX - start.current.x);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'ArrowLeft') resize(width - 10);
    if (event.key === 'ArrowRight') resize(width + 10);
  };
  return (
    // A movable separator is a widget (ARIA, window splitter pattern).
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list.resize')}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.splitter}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (start.current = null)}
      onKeyDown={onKeyDown}
    />
  );
};
