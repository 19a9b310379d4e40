/** The webhooks of one business, or of the user. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WebhooksOfOwner } from '../../contract/commands/webhooks.ts';
import { usePlatform } from '../platform/stores.ts';
import { chooseWebhookTone, chooseWebhookWord, type WebhookWord } from '../accounts/lead-flow.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AddWebhook } from './create.tsx';
import { useAccount, useWebhooks, WebhookFailure } from './account.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import tones from '../ui/card.module.css';
import styles from './webhooks.module.css';

type TestProps = { readonly businessID: string; readonly name: string };

/** Requests a test delivery after a confirmation. */
const TestButton = ({ businessID, name }: TestProps) => {
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

/** Outcome of the test delivery. */
const TestResult = ({ businessID }: Pick<TestProps, 'businessID'>) => {
  const { t } = useTranslation('webhooks');
  const { showDelivery } = useAccount();
  const testing = useWebhooks((state) => state.testing[businessID]);
  if (testing === undefined) return null;
  if (testing.state === 'failed')
    return <WebhookFailure error={testing.error} className={styles.result} />;
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
            <LinkButton onClick={() => showDelivery(testing.deliveryID ?? '')}>
              {t('test.show')}
            </LinkButton>
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

const icons = {
  good: IconCircleCheck,
  mild: IconInfoCircle,
  bad: IconAlertTriangle,
  idle: IconInfoCircle,
} as const;

/** A list that cannot be read shows the reason instead of a state. */
const StateMark = ({ word }: { readonly word: Exclude<WebhookWord, 'failed'> }) => {
  const { t } = useTranslation('webhooks');
  const tone = chooseWebhookTone(word);
  const Icon = icons[tone];
  return (
    <p className={styles.state} data-webhook={word}>
      <Icon size={16} className={tones[tone]} aria-hidden />
      {t(`state.${word}`)}
    </p>
  );
};

type Props = {
  readonly owner: WebhooksOfOwner;
  /** Time of the last delivery by our own webhook of the business; null if there was none. */
  readonly lastAt: number | null;
};

export const OwnerCard = ({ owner, lastAt }: Props) => {
  const { t } = useTranslation('webhooks');
  const { account, report } = useAccount();
  const { queries } = usePlatform();
  const { businessID, error, webhooks } = owner;
  const word = owner.state && chooseWebhookWord(account, report, owner.state);
  const name =
    businessID !== null
      ? owner.name
      : owner.name === ''
        ? t('owner.userNameless')
        : t('owner.user', { name: owner.name });
  return (
    <article className={styles.card} aria-label={name} data-owner={businessID ?? 'user'}>
      <header className={styles.head}>
        <div>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {word !== null && <StateMark word={word} />}
          {businessID === null && <p className={styles.hint}>{t('owner.userText')}</p>}
        </div>
        {error === null && word !== 'unused' && (
          <div className={styles.buttons}>
            {businessID !== null && <TestButton businessID={businessID} name={name} />}
            <AddWebhook businessID={businessID} name={name} />
          </div>
        )}
      </header>
      {businessID !== null && <TestResult businessID={businessID} />}
      <WebhookFailure
        error={error}
        className={styles.inside}
        retry={() => void queries.refetch('webhooks.list')}
      />
      {error === null && webhooks.length === 0 && word !== 'unused' && (
        <p className={styles.empty}>{t('owner.empty')}</p>
      )}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.webhookID}
            businessID={businessID}
            name={name}
            webhook={webhook}
            lastAt={webhook.ours ? lastAt : null}
          />
        ))}
      </ul>
    </article>
  );
};
