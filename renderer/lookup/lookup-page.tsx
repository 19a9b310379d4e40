import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export const LookupPage = () => {
  const { t } = useTranslation('lookup');
  return <Page title={t('title')}>{null}</Page>;
};
