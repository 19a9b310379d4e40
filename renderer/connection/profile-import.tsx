/** Imports a service profile from a chosen or dropped file, or from pasted text. */
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, Failure } from '../../contract/errors.ts';
import { maxProfileLength } from '../../contract/limits.ts';
import type { ImportedProfile, ProfileChange } from '../../contract/profile.ts';
import { useSession, usePlatform } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { focusOnMount } from '../ui/focus-back.ts';
import { useRequest } from '../ui/use-dialog.ts';
import { useScopeName } from './scopes.ts';
import styles from './welcome.module.css';

const Change = ({ change: { field, added, removed } }: { readonly change: ProfileChange }) => {
  const scopeName = useScopeName();
  const { t, i18n } = useTranslation();
  const formatList = (values: readonly string[]): string =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
      values.map((value) => (field === 'scopes' ? scopeName(value) : value)),
    );
  return (
    <li data-field={field}>
      <b>{t(`connect.replace.fields.${field}`)}</b>
      {added.length + removed.length === 0 && <p>{t('connect.replace.hidden')}</p>}
      {added.length > 0 && <p>{t('connect.replace.added', { values: formatList(added) })}</p>}
      {removed.length > 0 && <p>{t('connect.replace.removed', { values: formatList(removed) })}</p>}
    </li>
  );
};

type ChangesProps = {
  readonly profileID: string;
  readonly replaces: NonNullable<ImportedProfile['replaces']>;
  readonly onReplaced: () => void;
  readonly onKeep: () => void;
};

/** Shows the changes of a newer profile and asks before it replaces an account's profile. */
const ProfileChanges = ({ profileID, replaces, onReplaced, onKeep }: ChangesProps) => {
  const { t, i18n } = useTranslation();
  const { bridge } = usePlatform();
  const { error, run } = useRequest();
  const accounts = new Intl.ListFormat(i18n.language).format(replaces.accounts);
  const replace = async (): Promise<void> => {
    const answer = await run(bridge.invoke('connect.replaceProfile', { profileID }));
    if (answer.ok) onReplaced();
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
      <FailureBox error={error} />
      <div className={styles.row}>
        <Button variant="filled" onClick={() => void replace()}>
          {t('connect.replace.action')}
        </Button>
        {/* An Enter that was meant for the file dialog keeps the profile. */}
        <Button ref={focusOnMount} onClick={onKeep}>
          {t('connect.replace.keep')}
        </Button>
      </div>
    </section>
  );
};

type Props = {
  /** True to begin with the profile of the command line, of an opened file or of the welcome screen. */
  readonly hasProfile: boolean;
  readonly onRead: (profile: ImportedProfile) => void;
};

export const ProfileImport = ({ hasProfile, onRead }: Props) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const builtInFile = useSession(({ builtInProfile }) => builtInProfile);
  const [error, setError] = useState<Failure | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<ImportedProfile | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState('');

  const chooser = useRef<HTMLButtonElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  /** Shows a failure and focuses the pasted text or the file button, where it can be corrected. */
  const showFailure = (failure: Failure): void => {
    setError(failure);
    (textField.current ?? chooser.current)?.focus();
  };

  const accept = (answer: Answer<ImportedProfile | null>): void => {
    if (!answer.ok) return showFailure(answer.error);
    setError(null);
    if (answer.value === null) return;
    if (answer.value.replaces === null) onRead(answer.value);
    else setUnconfirmed(answer.value);
  };
  const acceptOpened = useEffectEvent(accept);
  useEffect(() => {
    if (!hasProfile) return;
    const request =
      builtInFile === null
        ? bridge.invoke('connect.openedProfile', {})
        : bridge.invoke('connect.builtInProfile', { file: builtInFile });
    void request.then((answer) => acceptOpened(answer));
  }, [bridge, builtInFile, hasProfile]);
  const unreadable = { code: 'profile_unreadable', message: '' } as const;
  const refuseLength = (): void =>
    showFailure({ ...unreadable, detail: t('connect.profile.tooLarge') });
  const read = async (json: string): Promise<void> => {
    if (json.length > maxProfileLength) refuseLength();
    else accept(await bridge.invoke('connect.readProfile', { json }));
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDraggedOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) void read(event.dataTransfer.getData('text/plain'));
    else if (file.size > maxProfileLength) refuseLength();
    // A folder has no text.
    else void file.text().then(read, () => showFailure(unreadable));
  };

  if (unconfirmed !== null && unconfirmed.replaces !== null)
    return (
      <ProfileChanges
        profileID={unconfirmed.profileID}
        replaces={unconfirmed.replaces}
        onReplaced={() => onRead(unconfirmed)}
        onKeep={() => setUnconfirmed(null)}
      />
    );
  return (
    <>
      {/* Dropping is a shortcut for the mouse; the button does the same. */}
      <div
        className={styles.drop}
        data-over={isDraggedOver}
        data-testid="profile-drop"
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={handleDrop}
      >
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <p>{t('connect.profile.drop')}</p>
        <p>{t('connect.profile.or')}</p>
        <Button
          ref={chooser}
          variant="filled"
          aria-describedby={error === null ? undefined : 'profile-failure'}
          onClick={() => void bridge.invoke('connect.chooseProfile', {}).then(accept)}
        >
          {t('connect.profile.choose')}
        </Button>
      </div>
      <div className={styles.paste}>
        {!isPasting && (
          <Button variant="subtle" onClick={() => setPasting(true)}>
            {t('connect.profile.paste')}
          </Button>
        )}
        {isPasting && (
          <>
            <label htmlFor="profile-text">{t('connect.profile.pasteLabel')}</label>
            <textarea
              ref={textField}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button
              autoFocus
              id="profile-text"
              className={styles.field}
              rows={6}
              spellCheck={false}
              value={text}
              aria-invalid={error !== null}
              aria-describedby={error === null ? undefined : 'profile-failure'}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <div className={styles.row}>
              <Button disabled={text.trim() === ''} onClick={() => void read(text)}>
                {t('connect.profile.read')}
              </Button>
            </div>
          </>
        )}
      </div>
      <FailureBox id="profile-failure" error={error} mt={16} />
    </>
  );
};
