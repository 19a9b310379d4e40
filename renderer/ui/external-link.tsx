/** A link that main checks and the browser opens. */
import type { ReactNode } from 'react';
import { usePlatform } from '../platform/stores.ts';
import styles from './ui.module.css';

type Props = { readonly url: string; readonly label?: string; readonly children: ReactNode };

export const ExternalLink = ({ url, label, children }: Props) => {
  const { bridge } = usePlatform();
  return (
    <a
      href={url}
      className={styles.link}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        void bridge.invoke('shell.openLink', { url });
      }}
    >
      {children}
    </a>
  );
};
