/** Adds, edits or removes a channel. Of stored secrets it shows only that they are stored. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  channelKinds,
  checkField,
  listFields,
  hasNewTarget,
  maxChannelFieldLength,
  maxChannelNameLength,
  securities,
  type ChannelKind,
  type FieldMistake,
  type FieldName,
} from '../../contract/channels.ts';
import type { ShownChannel } from '../../contract/reach.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { OptionSelect } from '../ui/option-select.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import layout from '../ui/layout.module.css';
import styles from './on-my-phone.module.css';

type Fields = Readonly<Record<string, string>>;
/** The locale key of a field, such as `ntfy.server`. */
type FieldKey = { [K in ChannelKind]: `${K}.${FieldName<K>}` }[ChannelKind];

const createRandomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => (byte % 36).toString(36))
    .join('');

const ports = { tls: '465', starttls: '587' } as const;

/** Creates the values of a new channel. A random topic cannot be guessed. */
const createFields = (kind: ChannelKind): Fields => {
  if (kind === 'ntfy')
    return { server: 'https://ntfy.sh', topic: `hearthline-${createRandomText(16)}` };
  return kind === 'email' ? { security: 'tls', port: ports.tls } : {};
};

type Props = {
  /** Null for a new one. */
  readonly channel: ShownChannel | null;
  readonly onClose: () => void;
};

export const ChannelDialog = ({ channel, onClose }: Props) => {
  const { t } = useTranslation('reach');
  const { bridge } = usePlatform();
  const { ref, close, busy, error, setError, run, finish } = useRequestDialog();
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'ntfy');
  const [name, setName] = useState(channel?.name ?? '');
  const [fields, setFields] = useState<Fields>(channel?.fields ?? createFields('ntfy'));
  const [mistakes, setMistakes] = useState<Readonly<Record<string, FieldMistake>>>({});
  const isElsewhere = channel !== null && hasNewTarget(fields, channel.fields);
  /** True if the stored secret stays: none was typed, and the destination is the same. */
  const isKept = (field: FieldName): boolean =>
    channel !== null &&
    channel.kind === kind &&
    channel.stored.includes(field) &&
    (fields[field] ?? '') === '' &&
    !isElsewhere;

  const change = (values: Fields): void => {
    setFields({ ...fields, ...values });
    setMistakes({});
  };

  const submit = async (): Promise<void> => {
    const found = Object.fromEntries(
      listFields(kind).flatMap(([field]) => {
        const mistake = isKept(field) ? null : checkField(kind, field, fields[field] ?? '');
        return mistake === null ? [] : [[field, mistake]];
      }),
    );
    setMistakes(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const typed = Object.fromEntries(
      listFields(kind).flatMap(([field]) => (isKept(field) ? [] : [[field, fields[field] ?? '']])),
    );
    const answer = await run(
      bridge.invoke('reach.save', {
        channelID: channel?.channelID ?? null,
        name: name.trim() || t(`kinds.${kind}`),
        kind,
        fields: typed,
      }),
    );
    if (answer.ok) return close();
    const { code, detail } = answer.error;
    if (code !== 'invalid_input' || detail === undefined) return;
    setError(null);
    setMistakes({ [detail]: 'missing' });
  };

  return (
    <FormDialog
      ref={ref}
      title={channel === null ? t('addTitle') : t('editTitle', { name: channel.name })}
      error={error}
      onClose={onClose}
      className={kind === 'email' ? styles.emailForm : layout.column}
      otherAction={
        channel !== null && (
          <BusyButton
            className={styles.remove}
            variant="danger"
            busy={busy}
            onClick={() =>
              void finish(bridge.invoke('reach.remove', { channelID: channel.channelID }))
            }
          >
            {t('remove')}
          </BusyButton>
        )
      }
      submit={channel === null ? t('addIt') : t('save')}
      busy={busy}
      onSubmit={() => void submit()}
    >
      {channel === null && (
        <OptionSelect
          label={t('kind')}
          value={kind}
          options={channelKinds}
          getLabel={(each) => t(`kinds.${each}`)}
          onChoose={(chosen) => {
            setKind(chosen);
            setFields(createFields(chosen));
            setMistakes({});
          }}
        />
      )}
      <p className={styles.hint}>{t(`hints.${kind}`)}</p>
      {listFields(kind).map(([field, { form, secret }]) => {
        const label = t(`fields.${`${kind}.${field}` as FieldKey}`);
        const value = fields[field] ?? '';
        const mistake = mistakes[field];
        if (form === 'security')
          return (
            <OptionSelect
              key={field}
              label={label}
              value={value === 'tls' ? 'tls' : 'starttls'}
              options={securities}
              getLabel={(each) => t(`securities.${each}`)}
              onChoose={(security) => change({ security, port: ports[security] })}
            />
          );
        const isKey = kind === 'webhook' && field === 'key';
        return (
          <div key={field} className={styles.field} data-field={field}>
            <TextInput
              name={field}
              label={label}
              type={secret === true && !isKey && form !== 'address' ? 'password' : 'text'}
              value={value}
              placeholder={isKept(field) ? t('stored') : undefined}
              error={mistake === undefined ? undefined : t(`mistakes.${mistake}`)}
              maxLength={maxChannelFieldLength}
              spellCheck={false}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
            />
            {isKey && (
              <>
                <Button h={32} onClick={() => change({ key: createRandomText(40) })}>
                  {t('generate')}
                </Button>
                <CopyButton text={value} label={t('copyKey')} />
              </>
            )}
          </div>
        );
      })}
      <TextInput
        label={t('name')}
        value={name}
        placeholder={t(`kinds.${kind}`)}
        maxLength={maxChannelNameLength}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
};
