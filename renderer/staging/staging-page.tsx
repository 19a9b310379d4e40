import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export const StagingPage = () => {
  const { t } = useTranslation('staging');
  return <Page title={t('title')}>{null}</Page>;
};
