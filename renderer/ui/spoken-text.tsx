/** What a customer or the professional wrote: text with its line breaks, its links, and nothing else. */
import { memo } from 'react';
import { ExternalLink } from './external-link.tsx';
import { pieces } from './links.ts';
import styles from './ui.module.css';

/** Bidirectional control characters in the text turn nothing outside it around. */
export const SpokenText = memo(({ text }: { readonly text: string }) => (
  <bdi className={styles.spoken}>
    {pieces(text).map((piece, index) =>
      piece.kind === 'link' ? (
        <ExternalLink key={index} url={piece.text}>
          {piece.text}
        </ExternalLink>
      ) : (
        piece.text
      ),
    )}
  </bdi>
));
SpokenText.displayName = 'SpokenText';
