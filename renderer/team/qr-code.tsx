/** A text as a QR code, for a camera. Loaded when an invitation is shown. */
import { encode } from 'uqr';
import styles from './team.module.css';

/** Cameras need a margin of four modules. */
const margin = 4;

export const QRCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  const width = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`${-margin} ${-margin} ${width} ${width}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000000" />
    </svg>
  );
};
