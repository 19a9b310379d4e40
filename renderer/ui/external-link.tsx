/** A link that opens in the browser after main has checked it. */
import type { ReactNode } from 'react';
import { usePlatform } from '../platform/stores.ts';
import styles from './ui.module.css';

type Props = {
  readonly url: string;
  readonly label?: string;
  readonly title?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

export const ExternalLink = ({ url, label, title, className = styles.link, children }: Props) => {
  const { act } = usePlatform();
  return (
    <a
      href={url}
      className={className}
      aria-label={label}
      title={title}
      onClick={(event) => {
        event.preventDefault();
        void act('shell.openLink', { url });
      }}
    >
      {children}
    </a>
  );
};
