/** Requests a test delivery after a confirmation, and shows how long it took. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Webhooks } from './webhooks.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Question } from './question.tsx';
import { WebhookFailure } from './webhook-failure.tsx';
import styles from './webhooks.module.css';

type Props = {
  readonly hooks: StoreApi<Webhooks>;
  readonly businessID: string;
  readonly name: string;
};

export const TestButton = ({ hooks, businessID, name }: Props) => {
  const { t } = useTranslation('webhooks');
  const testing = useStore(hooks, (state) => state.testing[businessID]);
  return (
    <Question
      label={t('test.action')}
      title={t('test.title')}
      act={t('test.send')}
      busy={testing?.state === 'waiting'}
      onAct={() => void hooks.getState().test(businessID)}
    >
      <p>{t('test.text', { name })}</p>
    </Question>
  );
};

type ResultProps = Omit<Props, 'name'> & { readonly showDelivery: (deliveryID: string) => void };

export const TestResult = ({ hooks, businessID, showDelivery }: ResultProps) => {
  const { t } = useTranslation('webhooks');
  const testing = useStore(hooks, (state) => state.testing[businessID]);
  const accountID = useStore(hooks, (state) => state.accountID);
  if (testing === undefined) return null;
  if (testing.state === 'failed')
    return (
      <div className={styles.result}>
        <WebhookFailure error={testing.error} accountID={accountID} />
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
          <IconCircleCheck size={18} className={styles.good} aria-hidden />
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
          <IconAlertTriangle size={18} className={styles.bad} aria-hidden />
          {t('test.none')}
        </>
      )}
    </p>
  );
};
