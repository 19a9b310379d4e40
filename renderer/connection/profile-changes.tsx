/** Shows the changes of a newer profile and asks before it replaces an account's profile. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { ImportedProfile, ProfileChange } from '../../contract/profile.ts';
import { usePlatform } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { useScopeName } from './scopes.ts';
import styles from './welcome.module.css';

/** An Enter that was meant for the file dialog keeps the profile. */
const focusOnce = (button: HTMLButtonElement | null): void => button?.focus();

const Change = ({ change: { field, added, removed } }: { readonly change: ProfileChange }) => {
  const scopeName = useScopeName();
  const { t, i18n } = useTranslation();
  const list = (values: readonly string[]): string =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
      values.map((value) => (field === 'scopes' ? scopeName(value) : value)),
    );
  return (
    <li data-field={field}>
      <strong>{t(`connect.replace.fields.${field}`)}</strong>
      {added.length + removed.length === 0 && <p>{t('connect.replace.hidden')}</p>}
      {added.length > 0 && <p>{t('connect.replace.added', { values: list(added) })}</p>}
      {removed.length > 0 && <p>{t('connect.replace.removed', { values: list(removed) })}</p>}
    </li>
  );
};

type Props = {
  readonly profileID: string;
  readonly replaces: NonNullable<ImportedProfile['replaces']>;
  readonly onReplaced: () => void;
  readonly onKeep: () => void;
};

export const ProfileChanges = ({ profileID, replaces, onReplaced, onKeep }: Props) => {
  const { t, i18n } = useTranslation();
  const { bridge } = usePlatform();
  const [error, setError] = useState<Failure | null>(null);
  const accounts = new Intl.ListFormat(i18n.language).format(replaces.accounts);
  const replace = async (): Promise<void> => {
    const answer = await bridge.invoke('connect.replaceProfile', { profileID });
    if (answer.ok) onReplaced();
    else setError(answer.error);
  };
  return (
    <section className={styles.changes} aria-labelledby="profile-changes">
      <h2 id="profile-changes">
        <bdi>{t('connect.replace.title', { accounts })}</bdi>
      </h2>
      <p>{t('connect.replace.text')}</p>
      <ul>
        {replaces.changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </ul>
      {error !== null && <FailureBox error={error} />}
      <div className={styles.row}>
        <Button variant="filled" onClick={() => void replace()}>
          {t('connect.replace.action')}
        </Button>
        <Button ref={focusOnce} variant="default" onClick={onKeep}>
          {t('connect.replace.keep')}
        </Button>
      </div>
    </section>
  );
};
