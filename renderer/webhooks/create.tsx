/** Adds a webhook to a business or to the user. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxWebhookAddressLength, maxEventTypes } from '../../contract/limits.ts';
import type { Credentials, NewWebhook } from './webhooks.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { areUsable, CredentialFields, field, noCredentials } from './credentials.tsx';
import { businessKinds, parseKinds, userKinds } from './kinds.ts';
import { useAccount, WebhookFailure } from './account.tsx';
import styles from './webhooks.module.css';

type Draft = {
  readonly url: string;
  readonly kinds: ReadonlySet<string>;
  readonly otherKinds: string;
  readonly enabled: boolean;
  readonly withCredentials: boolean;
  readonly credentials: Credentials;
};

const emptyDraft: Draft = {
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
  const isAllowed = protocol === 'https:' || (isLocal && protocol === 'http:');
  return isAllowed && username === '' && password === '';
};

/** The webhook to create, or the draft's first mistake. */
const parseDraft = (
  { url, kinds, otherKinds, enabled, withCredentials, credentials }: Draft,
  businessID: string | null,
  isLocal: boolean,
): NewWebhook | Mistake => {
  const address = url.trim();
  if (!isAddress(address, isLocal)) return 'address';
  const others = parseKinds(otherKinds);
  const eventTypes = [...new Set([...kinds, ...(others ?? [])])];
  const isCountValid = eventTypes.length > 0 && eventTypes.length <= maxEventTypes;
  if (others === null || !isCountValid) return 'kinds';
  if (withCredentials && !areUsable(credentials)) return 'credentials';
  return {
    businessID,
    url: address,
    eventTypes,
    enabled,
    ...(withCredentials ? { credentials } : {}),
  };
};

const isLocalHost = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

type CheckProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

const Check = ({ label, checked, onChange }: CheckProps) => (
  <Checkbox
    size="xs"
    color="var(--accent-fill)"
    label={label}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

type Props = { readonly businessID: string | null; readonly name: string };

export const AddWebhook = (props: Props) => {
  const { t } = useTranslation('webhooks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={t('owner.addTo', { name: props.name })}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('owner.add')}
      </Button>
      {isOpen && <NewWebhookDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
};

const NewWebhookDialog = ({
  businessID,
  name,
  onClose,
}: Props & { readonly onClose: () => void }) => {
  const { t } = useTranslation('webhooks');
  const { account, webhooks } = useAccount();
  // A service on this computer may deliver over http.
  const isLocal = isLocalHost(account.host);
  const { ref: dialog, busy, error, setError, finish } = useRequestDialog();
  const [draft, setDraft] = useState(emptyDraft);
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part });
    setMistake(null);
  };

  const submit = (): void => {
    const webhook = parseDraft(draft, businessID, isLocal);
    if (typeof webhook !== 'string') return void finish(webhooks.getState().create(webhook));
    setError(null);
    setMistake(webhook);
    dialog.current?.querySelector<HTMLElement>(`[name="${webhook}"]`)?.focus();
  };

  const rule = isLocal ? t('create.addressTextLocal') : t('create.addressText');
  return (
    <FormDialog
      ref={dialog}
      title={t('create.title', { name })}
      onClose={onClose}
      submit={t('create.action')}
      busy={busy}
      className={styles.form}
      onSubmit={submit}
    >
      <TextInput
        {...field}
        name="address"
        label={t('create.address')}
        description={mistake === 'address' ? undefined : rule}
        placeholder="https://"
        value={draft.url}
        maxLength={maxWebhookAddressLength}
        spellCheck={false}
        error={mistake === 'address' && t('create.addressBad', { rule })}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <fieldset className={styles.kinds}>
        <legend>{t('create.kinds')}</legend>
        {(businessID === null ? userKinds : businessKinds).map((kind) => (
          <Check
            key={kind}
            label={t(`kinds.${kind}`)}
            checked={draft.kinds.has(kind)}
            onChange={(isChecked) => {
              const others = [...draft.kinds].filter((each) => each !== kind);
              change({ kinds: new Set(isChecked ? [...others, kind] : others) });
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
        error={mistake === 'kinds' && t('create.kindsBad')}
        onChange={(event) => change({ otherKinds: event.currentTarget.value })}
      />
      {(['enabled', 'withCredentials'] as const).map((option) => (
        <Check
          key={option}
          label={t(`create.${option}`)}
          checked={draft[option]}
          onChange={(isChecked) => change({ [option]: isChecked })}
        />
      ))}
      {draft.withCredentials && (
        <CredentialFields
          value={draft.credentials}
          onChange={(credentials) => change({ credentials })}
        />
      )}
      {mistake === 'credentials' && (
        <p role="alert" className={styles.mistake}>
          {t('credentials.bad')}
        </p>
      )}
      <WebhookFailure error={error} />
    </FormDialog>
  );
};
