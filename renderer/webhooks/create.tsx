/** Adds a webhook to a business or to the user. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { longestWebhookAddress, mostEventTypes } from '../../contract/limits.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Credentials, NewWebhook } from './webhooks.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { areUsable, CredentialFields, field, noCredentials } from './credentials.tsx';
import { businessKinds, typedKinds, userKinds } from './kinds.ts';
import { WebhookFailure } from './webhook-failure.tsx';
import styles from './webhooks.module.css';

type Draft = {
  readonly url: string;
  readonly kinds: ReadonlySet<string>;
  readonly otherKinds: string;
  readonly enabled: boolean;
  readonly withCredentials: boolean;
  readonly credentials: Credentials;
};

const empty: Draft = {
  url: '',
  kinds: new Set(),
  otherKinds: '',
  enabled: true,
  withCredentials: true,
  credentials: noCredentials,
};

type Mistake = 'address' | 'kinds' | 'credentials';

const isAddress = (text: string, isLocal: boolean): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  const isKnown = protocol === 'https:' || (isLocal && protocol === 'http:');
  return isKnown && username === '' && password === '';
};

/** The webhook to create, or the draft's first mistake. */
const read = (
  { url, kinds, otherKinds, enabled, withCredentials, credentials }: Draft,
  businessID: string | null,
  isLocal: boolean,
): NewWebhook | Mistake => {
  const address = url.trim();
  if (!isAddress(address, isLocal)) return 'address';
  const others = typedKinds(otherKinds);
  const eventTypes = [...new Set([...kinds, ...(others ?? [])])];
  const isSome = eventTypes.length > 0 && eventTypes.length <= mostEventTypes;
  if (others === null || !isSome) return 'kinds';
  if (withCredentials && !areUsable(credentials)) return 'credentials';
  return {
    businessID,
    url: address,
    eventTypes,
    enabled,
    ...(withCredentials ? { credentials } : {}),
  };
};

type Props = {
  readonly accountID: AccountID | null;
  readonly businessID: string | null;
  readonly name: string;
  /** The service runs on this computer, so it may deliver over http. */
  readonly isLocal: boolean;
  readonly create: (webhook: NewWebhook) => Promise<Failure | null>;
};

export const AddWebhook = ({ accountID, businessID, name, isLocal, create }: Props) => {
  const { t } = useTranslation('webhooks');
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [draft, setDraft] = useState(empty);
  const [wrong, setWrong] = useState<Mistake | Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
    if (typeof wrong === 'string') setWrong(null);
  };
  const close = (): void => dialog.current?.close();

  const submit = async (): Promise<void> => {
    const webhook = read(draft, businessID, isLocal);
    if (typeof webhook === 'string') {
      setWrong(webhook);
      form.current?.querySelector<HTMLElement>(`[name="${webhook}"]`)?.focus();
      return;
    }
    setBusy(true);
    const error = await create(webhook);
    setBusy(false);
    setWrong(error);
    if (error === null) close();
  };

  const rule = isLocal ? t('create.addressTextLocal') : t('create.addressText');
  return (
    <>
      <Button
        variant="default"
        aria-label={t('owner.addTo', { name })}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => dialog.current?.showModal()}
      >
        {t('owner.add')}
      </Button>
      <Dialog
        ref={dialog}
        title={t('create.title', { name })}
        onClose={() => {
          setDraft(empty);
          setWrong(null);
        }}
        action={
          <BusyButton variant="filled" type="submit" form={id} busy={busy}>
            {t('create.action')}
          </BusyButton>
        }
      >
        <form
          ref={form}
          id={id}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextInput
            {...field}
            name="address"
            label={t('create.address')}
            description={wrong === 'address' ? undefined : rule}
            placeholder="https://"
            value={draft.url}
            maxLength={longestWebhookAddress}
            spellCheck={false}
            error={wrong === 'address' && t('create.addressBad', { rule })}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <fieldset className={styles.kinds}>
            <legend>{t('create.kinds')}</legend>
            {(businessID === null ? userKinds : businessKinds).map((kind) => (
              <Checkbox
                key={kind}
                size="xs"
                color="var(--accent-fill)"
                label={t(`kinds.${kind}`)}
                checked={draft.kinds.has(kind)}
                onChange={(event) => {
                  const kinds = new Set(draft.kinds);
                  if (event.currentTarget.checked) kinds.add(kind);
                  else kinds.delete(kind);
                  change({ kinds });
                }}
              />
            ))}
          </fieldset>
          <TextInput
            {...field}
            name="kinds"
            label={t('create.otherKinds')}
            description={t('create.otherKindsText')}
            value={draft.otherKinds}
            maxLength={2_000}
            spellCheck={false}
            error={wrong === 'kinds' && t('create.kindsBad')}
            onChange={(event) => change({ otherKinds: event.currentTarget.value })}
          />
          <Checkbox
            size="xs"
            color="var(--accent-fill)"
            label={t('create.enabled')}
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            color="var(--accent-fill)"
            label={t('create.withCredentials')}
            checked={draft.withCredentials}
            onChange={(event) => change({ withCredentials: event.currentTarget.checked })}
          />
          {draft.withCredentials && (
            <CredentialFields
              value={draft.credentials}
              onChange={(credentials) => change({ credentials })}
            />
          )}
          {wrong === 'credentials' && (
            <p role="alert" className={styles.mistake}>
              {t('credentials.bad')}
            </p>
          )}
          {wrong !== null && typeof wrong !== 'string' && (
            <WebhookFailure error={wrong} accountID={accountID} />
          )}
        </form>
      </Dialog>
    </>
  );
};
