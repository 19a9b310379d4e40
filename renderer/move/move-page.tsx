import { useTranslation } from 'react-i18next';

export const MovePage = () => {
  const { t } = useTranslation('move');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
