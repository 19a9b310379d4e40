/** A code on the screen, such as a password or a link, with a button that copies it. */
import { CopyButton } from './copy-button.tsx';
import styles from './copy-code.module.css';

type Props = { readonly text: string; readonly label?: string; readonly copyLabel: string };

export const CopyCode = ({ text, label, copyLabel }: Props) => (
  <div className={styles.box}>
    <code aria-label={label}>{text}</code>
    <CopyButton text={text} label={copyLabel} />
  </div>
);
