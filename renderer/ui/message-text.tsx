/** A message's text, with line breaks, links and highlighted matches. */
import { Button } from '@mantine/core';
import { memo, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findSpans } from '../../contract/search-words.ts';
import { ExternalLink } from './external-link.tsx';
import { splitLinks } from './links.ts';
import { Marked, Marking, clipSpans } from './marked.tsx';
import styles from './ui.module.css';

/** Longer texts are cut: a message of megabytes would block the window. */
const maxShown = 20_000;

/** Isolates the text, so that its bidirectional control characters affect nothing around it. */
export const MessageText = memo(({ text }: { readonly text: string }) => {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : text.slice(0, maxShown);
  const terms = use(Marking);
  const spans = terms === null ? [] : findSpans(shown, terms);
  let end = 0;
  return (
    <>
      <bdi className={styles.messageText}>
        {splitLinks(shown).map((piece, index) => {
          const start = end;
          end += piece.text.length;
          const marked =
            spans.length === 0 ? (
              piece.text
            ) : (
              <Marked key={index} text={piece.text} spans={clipSpans(spans, start, end)} />
            );
          return piece.kind === 'link' ? (
            <ExternalLink key={index} url={piece.text}>
              {marked}
            </ExternalLink>
          ) : (
            marked
          );
        })}
      </bdi>
      {shown.length < text.length && (
        <Button mt={8} onClick={() => setWhole(true)}>
          {t('thread.showWhole', { count: text.length })}
        </Button>
      )}
    </>
  );
});
MessageText.displayName = 'MessageText';
