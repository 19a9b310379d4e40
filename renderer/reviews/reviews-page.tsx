import { useTranslation } from 'react-i18next';

export const ReviewsPage = () => {
  const { t } = useTranslation('reviews');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
