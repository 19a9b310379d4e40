/** One webhook: address, state, event kinds, and actions when it is open. */
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../contract/commands/webhooks.ts';
import { useAccount, useWebhooks, WebhookFailure } from './account.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useAgo } from '../ui/time-words.ts';
import { SetCredentials } from './credentials.tsx';
import { findKindWord } from './kinds.ts';
import { ConfirmButton } from './confirm-button.tsx';
import styles from './webhooks.module.css';

type Props = {
  readonly businessID: string | null;
  readonly name: string;
  readonly webhook: Webhook;
  /** Time of our own webhook's last delivery; null if there was none. */
  readonly lastAt: number | null;
};

const Mark = ({ tone, children }: { readonly tone: string; readonly children: ReactNode }) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
);

const useAddress = ({ url, ours }: Webhook): string => {
  const { t } = useTranslation('webhooks');
  if (url === '') return t('hook.noAddress');
  return ours ? t('hook.oursAddress', { url }) : url;
};

const Facts = ({ webhook, lastAt }: Pick<Props, 'webhook' | 'lastAt'>) => {
  const { t } = useTranslation('webhooks');
  const { enabled, authType, eventTypes, ours } = webhook;
  const ago = useAgo(lastAt);
  const auth =
    authType === 'None' || authType === 'Basic' || authType === 'CustomHeader'
      ? t(`hook.auth.${authType}`)
      : (authType ?? t('hook.auth.unknown'));
  return (
    <>
      <p className={styles.marks}>
        <Mark tone={ours ? 'accent' : 'plain'}>{ours ? t('hook.ours') : t('hook.elsewhere')}</Mark>
        <Mark tone={enabled === true ? 'good' : enabled === false ? 'mild' : 'plain'}>
          {enabled === null ? t('hook.unknownState') : enabled ? t('hook.on') : t('hook.off')}
        </Mark>
        <span>{auth}</span>
        {ours && (
          <span>{ago === null ? t('hook.neverDelivered') : t('hook.lastDelivery', { ago })}</span>
        )}
      </p>
      <ul className={styles.chips} aria-label={t('hook.events')}>
        {eventTypes.map((kind) => {
          const word = findKindWord(kind);
          return (
            <li key={kind} title={kind}>
              {word === null ? <bdi>{kind}</bdi> : t(`kinds.${word}`)}
            </li>
          );
        })}
      </ul>
    </>
  );
};

const useIsChanging = (webhookID: string): boolean =>
  useWebhooks(({ busy }) => busy.has(webhookID));

type ConfirmedProps = {
  readonly busy: boolean;
  readonly name: 'turnOff' | 'removeCredentials' | 'delete';
  readonly text: string;
  readonly onConfirm: () => Promise<void>;
};

const ConfirmedAction = ({ name, text, busy, onConfirm }: ConfirmedProps) => {
  const { t } = useTranslation('webhooks');
  return (
    <ConfirmButton
      label={t(`hook.${name}`)}
      title={t(`${name}.title`)}
      confirm={t(`${name}.action`)}
      isDangerous
      busy={busy}
      onConfirm={() => void onConfirm()}
    >
      <p>{text}</p>
    </ConfirmButton>
  );
};

const Actions = ({ businessID, name, webhook }: Omit<Props, 'lastAt'>) => {
  const { t } = useTranslation('webhooks');
  const { webhooks, canFindMissedLeads } = useAccount();
  const busy = useIsChanging(webhook.webhookID);
  const [isSetting, setSetting] = useState(false);
  const address = useAddress(webhook);
  const { enable, setCredentials, removeCredentials, remove } = webhooks.getState();
  const ids = { businessID, webhookID: webhook.webhookID };
  // Our webhook that is off delivers nothing that a change could stop.
  const isOff = webhook.ours && webhook.enabled === false;
  const ownWarning = t(canFindMissedLeads ? 'hook.warnOurs' : 'hook.warnOursUnlisted');
  const warning = webhook.ours ? ownWarning : t('hook.warnElsewhere');
  const hasNoAuth = webhook.authType === 'None';
  return (
    <>
      {!isOff && <p className={styles.warning}>{warning}</p>}
      {webhook.authType === 'CustomHeader' && (
        <p className={styles.hint}>{t('hook.customHeader')}</p>
      )}
      <div className={styles.buttons}>
        {webhook.ours && webhook.enabled === true ? (
          <ConfirmedAction
            name="turnOff"
            busy={busy}
            text={t(canFindMissedLeads ? 'turnOff.text' : 'turnOff.textUnlisted', { name })}
            onConfirm={() => enable(ids, false)}
          />
        ) : (
          <BusyButton busy={busy} onClick={() => void enable(ids, webhook.enabled !== true)}>
            {webhook.enabled === true ? t('hook.turnOff') : t('hook.turnOn')}
          </BusyButton>
        )}
        <BusyButton busy={busy} onClick={() => setSetting(true)}>
          {t('hook.setCredentials')}
        </BusyButton>
        {!hasNoAuth && (
          <ConfirmedAction
            name="removeCredentials"
            busy={busy}
            text={t('removeCredentials.text')}
            onConfirm={() => removeCredentials(ids)}
          />
        )}
        {hasNoAuth && !webhook.ours ? (
          // It can be recreated, so deleting needs no confirmation.
          <BusyButton busy={busy} onClick={() => void remove(ids, address)}>
            {t('hook.delete')}
          </BusyButton>
        ) : (
          <ConfirmedAction
            name="delete"
            busy={busy}
            text={webhook.ours ? t('delete.textOurs') : t('delete.text')}
            onConfirm={() => remove(ids, address)}
          />
        )}
      </div>
      {isSetting && (
        <SetCredentials
          warning={isOff ? null : warning}
          onSave={(credentials) => setCredentials(ids, credentials)}
          onClose={() => setSetting(false)}
        />
      )}
    </>
  );
};

export const WebhookRow = ({ businessID, name, webhook, lastAt }: Props) => {
  const { t } = useTranslation('webhooks');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const address = useAddress(webhook);
  const isChanging = useIsChanging(webhook.webhookID);
  const failure = useWebhooks(({ failures }) => failures[webhook.webhookID] ?? null);
  return (
    <li
      className={styles.hook}
      aria-label={t('hook.label', { url: address })}
      data-webhook-id={webhook.webhookID}
      data-ours={webhook.ours}
      data-enabled={webhook.enabled}
      data-auth={webhook.authType}
    >
      <div className={styles.hookHead}>
        <div>
          <p className={styles.address}>
            <bdi>{address}</bdi>
          </p>
          <Facts webhook={webhook} lastAt={lastAt} />
        </div>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('hook.changeNamed', { url: address })}
          rightSection={
            <IconChevronRight size={16} className={styles.chevron} data-open={isOpen} aria-hidden />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {t('hook.change')}
        </Button>
      </div>
      <div id={id} className={styles.actions} hidden={!isOpen}>
        {isOpen && <Actions businessID={businessID} name={name} webhook={webhook} />}
      </div>
      {isChanging && (
        <p role="status" className={styles.working}>
          <Spinner />
          {t('hook.working')}
        </p>
      )}
      <WebhookFailure error={failure} />
    </li>
  );
};
