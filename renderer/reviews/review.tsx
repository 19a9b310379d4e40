/** One review: rating, reviewer, date, text, the professional's reply, and a link to the lead. */
import { Button } from '@mantine/core';
import { IconCornerDownRight, IconMessage, IconPhoto } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review as ReviewRecord } from '../../contract/commands/reviews.ts';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { ExternalLink } from '../ui/external-link.tsx';
import { formatDate, toISOTime } from '../platform/format.ts';
import { MessageText } from '../ui/message-text.tsx';
import { Stars } from './stars.tsx';
import styles from './reviews.module.css';

const Day = ({ at }: { readonly at: number | null }) => {
  const { i18n } = useTranslation('reviews');
  if (at === null) return null;
  return (
    <time dateTime={toISOTime(at)} className={styles.day}>
      {formatDate(at, i18n.language)}
    </time>
  );
};

type Props = {
  readonly review: ReviewRecord;
  readonly business: string;
  /** It names its business, because several are on the screen. */
  readonly hasBusiness: boolean;
  /** A notification led here: the review is scrolled to and focused. */
  readonly isTarget: boolean;
};

export const Review = memo(({ review, business, hasBusiness, isTarget }: Props) => {
  const { t } = useTranslation('reviews');
  const stores = useLeadStores();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isTarget) return;
    article.current?.focus({ preventScroll: true });
    article.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  const { rating, reviewer, text, response, images, category, leadID } = review;
  const name = reviewer === '' ? t('reviewer') : reviewer;
  const about = [...(hasBusiness ? [business] : []), ...(category === null ? [] : [category])];
  return (
    <article ref={article} tabIndex={-1} className={styles.review} data-review-id={review.reviewID}>
      <header>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {rating === null ? (
          <span className={styles.faint}>{t('noRating')}</span>
        ) : (
          <Stars rating={rating} />
        )}
        <Day at={review.at} />
      </header>
      {about.length > 0 && (
        <p className={styles.about}>
          {about.map((part, index) => (
            <span key={index}>
              {index > 0 && <span aria-hidden> · </span>}
              <bdi>{part}</bdi>
            </span>
          ))}
        </p>
      )}
      <div className={styles.text}>
        {text === '' ? <p className={styles.faint}>{t('noText')}</p> : <MessageText text={text} />}
      </div>
      {images.length > 0 && (
        <ul className={styles.photos} aria-label={t('photos')}>
          {images.map((url, index) => (
            <li key={index}>
              <IconPhoto size={14} stroke={1.75} aria-hidden />
              <ExternalLink url={url}>{t('photo', { number: index + 1 })}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
      {response !== null && (
        <div className={styles.response}>
          <p className={styles.responseHead}>
            <IconCornerDownRight size={14} stroke={1.75} aria-hidden />
            <span>
              <bdi>{t('answerOf', { name: business })}</bdi>
            </span>
            <Day at={response.at} />
          </p>
          <MessageText text={response.text} />
        </div>
      )}
      {leadID !== null && (
        <Button
          variant="link"
          h={28}
          px={8}
          mt={8}
          ms={-8}
          leftSection={<IconMessage size={16} stroke={1.75} aria-hidden />}
          onClick={() => showLead(stores, leadID)}
        >
          {t('openLeadOf', { name })}
        </Button>
      )}
    </article>
  );
});
Review.displayName = 'Review';
