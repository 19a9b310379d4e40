/** Form of one lookup. A submitted form with a mistake focuses the first wrong field. */
import { Button, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, type ChangeEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { LookupKind } from '../../contract/commands/lookup.ts';
import type { Account } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import type { Lookup } from './lookup.ts';
import { useCounts } from '../leads/counts.ts';
import { forms, parseIDs, isOptional, initialValues, type FieldName } from './forms.ts';
import { Select } from '../ui/select.tsx';
import styles from './lookup.module.css';

const numericFields: ReadonlySet<FieldName> = new Set(['zipCode', 'limit', 'offset']);
const wideFields: ReadonlySet<FieldName> = new Set([
  'searchQuery',
  'userQuery',
  'businessIDs',
  'negotiationID',
  'messageID',
]);

const textStyles = {
  label: { marginBottom: 4 },
  description: { marginTop: 4, fontSize: 12 },
  error: { marginTop: 4, fontSize: 12 },
};

type Order = NonNullable<TextInputProps['inputWrapperOrder']>;
const inputWrapperOrder: Order = ['label', 'input', 'description', 'error'];

type FieldProps = {
  readonly name: FieldName;
  readonly lookup: StoreApi<Lookup>;
  readonly kind: LookupKind;
};

const Field = ({ name, lookup, kind }: FieldProps) => {
  const { t } = useTranslation('lookup');
  const value = useStore(lookup, (state) => state.values[kind]?.[name] ?? initialValues[name]);
  const mistake = useStore(lookup, (state) => state.mistakes[kind]?.[name]);
  const common = {
    name,
    label: isOptional(kind, name)
      ? t('optional', { field: t(`field.${name}`) })
      : t(`field.${name}`),
    description: mistake === undefined ? t(`hint.${name}`) : undefined,
    value,
    error: mistake === undefined ? undefined : t(`mistakes.${mistake}`),
    'aria-required': !isOptional(kind, name),
    spellCheck: false,
    autoComplete: 'off',
    className: wideFields.has(name) ? styles.whole : styles.field,
    styles: textStyles,
    inputWrapperOrder,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      lookup.getState().type(name, currentTarget.value),
  };
  return name === 'businessIDs' ? (
    <Textarea {...common} rows={3} />
  ) : (
    <TextInput
      {...common}
      onPaste={(event) => {
        if (lookup.getState().paste(name, event.clipboardData.getData('text')))
          event.preventDefault();
      }}
      inputMode={numericFields.has(name) ? 'numeric' : undefined}
    />
  );
};

const BusinessSelect = ({
  name,
  lookup,
  kind,
  account,
}: FieldProps & { readonly account: Account }) => {
  const { t } = useTranslation('lookup');
  const { businesses: known } = useCounts();
  const businesses = known.filter(({ accountID }) => accountID === account.accountID);
  if (businesses.length === 0) return null;
  const fill = (businessID: string): void => {
    if (businessID === '') return;
    const { type, values } = lookup.getState();
    const before = name === 'businessIDs' ? parseIDs(values[kind]?.businessIDs ?? '') : [];
    type(name, [...new Set([...before, businessID])].join('\n'));
  };
  return (
    <Select
      label={t('fill')}
      className={styles.whole}
      styles={textStyles}
      value=""
      data={[
        { value: '', label: t('choose') },
        ...businesses.map((each) => ({
          value: each.businessID,
          label: each.name || each.businessID,
        })),
      ]}
      onChange={(event) => fill(event.currentTarget.value)}
    />
  );
};

type Props = {
  readonly lookup: StoreApi<Lookup>;
  readonly kind: LookupKind;
  readonly account: Account;
};

export const LookupForm = ({ lookup, kind, account }: Props) => {
  const { t } = useTranslation('lookup');
  const isRunning = useStore(
    lookup,
    (state) => state.runs[account.accountID]?.[kind]?.isRunning ?? false,
  );
  const form = useRef<HTMLFormElement>(null);
  const { fields } = forms[kind];
  const [method, path] = (getCapabilities(account).lookups[kind] ?? '').split(' ');
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrongField = await lookup.getState().run(account.accountID);
    if (wrongField === null) return;
    form.current?.querySelector<HTMLElement>(`[name="${wrongField}"]`)?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby="lookup-form-title"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <header>
        <h2 id="lookup-form-title">{t(`kind.${kind}.name`)}</h2>
        <p>{t(`kind.${kind}.text`)}</p>
        <code className={styles.path}>
          <span>{method}</span> {path}
        </code>
      </header>
      <div className={styles.fields} hidden={fields.length === 0}>
        {fields
          .filter((name) => name === 'businessID' || name === 'businessIDs')
          .map((name) => (
            <BusinessSelect key={name} name={name} lookup={lookup} kind={kind} account={account} />
          ))}
        {fields.map((name) => (
          <Field key={name} name={name} lookup={lookup} kind={kind} />
        ))}
      </div>
      <footer>
        <Button type="submit" variant="filled" aria-disabled={isRunning}>
          {isRunning ? t('running') : t('run')}
        </Button>
      </footer>
    </form>
  );
};
