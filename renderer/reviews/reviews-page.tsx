import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export const ReviewsPage = () => {
  const { t } = useTranslation('reviews');
  return <Page title={t('title')}>{null}</Page>;
};
