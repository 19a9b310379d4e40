import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export const MovePage = () => {
  const { t } = useTranslation('move');
  return <Page title={t('title')}>{null}</Page>;
};
