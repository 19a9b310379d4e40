import { useTranslation } from 'react-i18next';

export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks');
  return (
    <main>
      <h1>{t('title')}</h1>
    </main>
  );
};
