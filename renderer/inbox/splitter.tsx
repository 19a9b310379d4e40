/** The line between two panes, moved by mouse or arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './inbox.module.css';

type Props = {
  readonly label: string;
  readonly width: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (width: number) => void;
};

export const Splitter = ({ label, width, least, most, onChange }: Props) => {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const set = (next: number): void => onChange(Math.round(Math.max(least, Math.min(most, next))));
  const pressed = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const moved = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current !== null) set(start.current.width + event.clientX - start.current.x);
  };
  const keyed = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'ArrowLeft') set(width - 10);
    if (event.key === 'ArrowRight') set(width + 10);
  };
  return (
    // A movable separator is a widget (ARIA, window splitter pattern).
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className={styles.splitter}
      onPointerDown={pressed}
      onPointerMove={moved}
      onPointerUp={() => (start.current = null)}
      onKeyDown={keyed}
    />
  );
};
