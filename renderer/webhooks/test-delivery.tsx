/** Requests a test delivery after a confirmation, and shows how long it took. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount, useWebhooks } from './of-account.ts';
import { Spinner } from '../ui/spinner.tsx';
import { ConfirmButton } from './question.tsx';
import { WebhookFailure } from './webhook-failure.tsx';
import tones from '../ui/card.module.css';
import styles from './webhooks.module.css';

type Props = { readonly businessID: string; readonly name: string };

export const TestButton = ({ businessID, name }: Props) => {
  const { t } = useTranslation('webhooks');
  const { test, testing } = useWebhooks((state) => state);
  return (
    <ConfirmButton
      label={t('test.action')}
      title={t('test.title')}
      confirm={t('test.send')}
      busy={testing[businessID]?.state === 'waiting'}
      onConfirm={() => void test(businessID)}
    >
      <p>{t('test.text', { name })}</p>
    </ConfirmButton>
  );
};

export const TestResult = ({ businessID }: Pick<Props, 'businessID'>) => {
  const { t } = useTranslation('webhooks');
  const { showDelivery } = useAccount();
  const testing = useWebhooks((state) => state.testing[businessID]);
  if (testing === undefined) return null;
  if (testing.state === 'failed')
    return (
      <div className={styles.result}>
        <WebhookFailure error={testing.error} />
      </div>
    );
  return (
    <p role="status" className={styles.result} data-test={testing.state}>
      {testing.state === 'waiting' && (
        <>
          <Spinner />
          {t('test.waiting')}
        </>
      )}
      {testing.state === 'arrived' && (
        <>
          <IconCircleCheck size={18} className={tones.good} aria-hidden />
          <span className="tabular">{t('test.arrived', { ms: testing.afterMs })}</span>
          {testing.deliveryID !== null && (
            <Button
              variant="link"
              h={26}
              px={8}
              onClick={() => showDelivery(testing.deliveryID ?? '')}
            >
              {t('test.show')}
            </Button>
          )}
        </>
      )}
      {testing.state === 'none' && (
        <>
          <IconAlertTriangle size={18} className={tones.bad} aria-hidden />
          {t('test.none')}
        </>
      )}
    </p>
  );
};
