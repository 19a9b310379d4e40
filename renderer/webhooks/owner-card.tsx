/** The webhooks of one business, or of the user. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { WebhooksOfOwner } from '../../contract/commands/webhooks.ts';
import { useStores } from '../state/stores.ts';
import { isBroken } from '../state/webhook-health.ts';
import type { Webhooks } from '../state/webhooks.ts';
import { AddWebhook } from './create.tsx';
import { TestButton, TestResult } from './test-delivery.tsx';
import { WebhookFailure } from './webhook-failure.tsx';
import { WebhookRow } from './webhook-row.tsx';
import styles from './webhooks.module.css';

type OwnState = NonNullable<WebhooksOfOwner['state']>;

const StateMark = ({ state }: { readonly state: OwnState }) => {
  const { t } = useTranslation('webhooks');
  const [Icon, tone] = (
    isBroken(state)
      ? [IconAlertTriangle, 'bad']
      : state === 'active'
        ? [IconCircleCheck, 'good']
        : [IconInfoCircle, 'mild']
  ) satisfies readonly [unknown, string];
  return (
    <p className={styles.state} data-webhook={state}>
      <Icon size={16} className={styles[tone]} aria-hidden />
      {t(`state.${state}`)}
    </p>
  );
};

type Props = {
  readonly hooks: StoreApi<Webhooks>;
  /** When our own webhook of the business last delivered; null when it never did. */
  readonly lastAt: number | null;
  readonly owner: WebhooksOfOwner;
  readonly isLocal: boolean;
  readonly showDelivery: (deliveryID: string) => void;
};

export const OwnerCard = ({ hooks, lastAt, owner, isLocal, showDelivery }: Props) => {
  const { t } = useTranslation('webhooks');
  const accountID = useStore(hooks, (state) => state.accountID);
  const { queries } = useStores();
  const { businessID, error, state, webhooks } = owner;
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
          {state !== null && <StateMark state={state} />}
          {businessID === null && <p className={styles.hint}>{t('owner.userText')}</p>}
        </div>
        {error === null && (
          <div className={styles.buttons}>
            {businessID !== null && (
              <TestButton hooks={hooks} businessID={businessID} name={name} />
            )}
            <AddWebhook
              accountID={accountID}
              businessID={businessID}
              name={name}
              isLocal={isLocal}
              create={hooks.getState().create}
            />
          </div>
        )}
      </header>
      {businessID !== null && (
        <TestResult hooks={hooks} businessID={businessID} showDelivery={showDelivery} />
      )}
      {error !== null && (
        <div className={styles.inside}>
          <WebhookFailure
            error={error}
            accountID={accountID}
            retry={() => void queries.reread('webhooks.list')}
          />
        </div>
      )}
      {error === null && webhooks.length === 0 && (
        <p className={styles.empty}>{t('owner.empty')}</p>
      )}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.webhookID}
            hooks={hooks}
            businessID={businessID}
            webhook={webhook}
            lastAt={webhook.ours ? lastAt : null}
          />
        ))}
      </ul>
    </article>
  );
};
