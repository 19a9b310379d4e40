/** A rating as five stars and a number. */
import { IconStar, IconStarFilled, IconStarHalfFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '../platform/format.ts';
import styles from './reviews.module.css';

type Props = {
  readonly rating: number;
  /** Announced as an average and shown with one decimal. */
  readonly isAverage?: boolean;
};

export const Stars = ({ rating, isAverage = false }: Props) => {
  const { t, i18n } = useTranslation('reviews');
  const text = new Intl.NumberFormat(toLocale(i18n.language), {
    minimumFractionDigits: isAverage ? 1 : 0,
    maximumFractionDigits: 1,
  }).format(rating);
  const halves = Math.round(rating * 2);
  return (
    <span className={styles.stars}>
      <span
        role="img"
        aria-label={isAverage ? t('average', { rating: text }) : t('stars', { rating: text })}
      >
        {[1, 2, 3, 4, 5].map((star) => {
          const Icon =
            halves >= star * 2
              ? IconStarFilled
              : halves === star * 2 - 1
                ? IconStarHalfFilled
                : IconStar;
          return <Icon key={star} size={14} aria-hidden />;
        })}
      </span>
      <span className="tabular" aria-hidden>
        {text}
      </span>
    </span>
  );
};
