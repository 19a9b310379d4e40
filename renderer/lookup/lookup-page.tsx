import { useTranslation } from 'react-i18next';

export const LookupPage = () => {
  const { t } = useTranslation('lookup');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
