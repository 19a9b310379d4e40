import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export const PhoneNumbersPage = () => {
  const { t } = useTranslation('phoneNumbers');
  return <Page title={t('title')}>{null}</Page>;
};
