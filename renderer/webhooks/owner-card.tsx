/** The webhooks of one business, or of the user. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { WebhooksOfOwner } from '../../contract/commands/webhooks.ts';
import { usePlatform } from '../platform/stores.ts';
import { webhookTone, type WebhookWord } from '../accounts/lead-flow.ts';
import type { Webhooks } from './webhooks.ts';
import { AddWebhook } from './create.tsx';
import { TestButton, TestResult } from './test-delivery.tsx';
import { WebhookFailure } from './webhook-failure.tsx';
import { WebhookRow } from './webhook-row.tsx';
import styles from './webhooks.module.css';

/** A list that cannot be read shows the reason instead of a state. */
type OwnWord = Exclude<WebhookWord, 'failed'>;

const icons = {
  good: IconCircleCheck,
  mild: IconInfoCircle,
  bad: IconAlertTriangle,
  idle: IconInfoCircle,
} as const;

const StateMark = ({ word }: { readonly word: OwnWord }) => {
  const { t } = useTranslation('webhooks');
  const tone = webhookTone(word);
  const Icon = icons[tone];
  return (
    <p className={styles.state} data-webhook={word}>
      <Icon size={16} className={styles[tone]} aria-hidden />
      {t(`state.${word}`)}
    </p>
  );
};

type Props = {
  readonly hooks: StoreApi<Webhooks>;
  /** Time of the last delivery by our own webhook of the business; null if there was none. */
  readonly lastAt: number | null;
  readonly owner: WebhooksOfOwner;
  /** State of our own webhook; null for the user. */
  readonly word: OwnWord | null;
  /** The service lists leads, so missed ones are found later. */
  readonly lists: boolean;
  readonly isLocal: boolean;
  readonly showDelivery: (deliveryID: string) => void;
};

export const OwnerCard = ({ hooks, lastAt, owner, word, lists, isLocal, showDelivery }: Props) => {
  const { t } = useTranslation('webhooks');
  const accountID = useStore(hooks, (state) => state.accountID);
  const { queries } = usePlatform();
  const { businessID, error, webhooks } = owner;
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
            retry={() => void queries.refetch('webhooks.list')}
          />
        </div>
      )}
      {error === null && webhooks.length === 0 && word !== 'unused' && (
        <p className={styles.empty}>{t('owner.empty')}</p>
      )}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.webhookID}
            hooks={hooks}
            businessID={businessID}
            name={name}
            lists={lists}
            webhook={webhook}
            lastAt={webhook.ours ? lastAt : null}
          />
        ))}
      </ul>
    </article>
  );
};
