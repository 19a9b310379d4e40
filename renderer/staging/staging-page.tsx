import { useTranslation } from 'react-i18next';

export const StagingPage = () => {
  const { t } = useTranslation('staging');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
