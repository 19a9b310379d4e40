import { useTranslation } from 'react-i18next';

export const PhoneNumbersPage = () => {
  const { t } = useTranslation('phoneNumbers');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
