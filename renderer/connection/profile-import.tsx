/** Imports a service profile from a chosen or dropped file, or from pasted text. */
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, Failure } from '../../contract/errors.ts';
import { longestProfile } from '../../contract/limits.ts';
import type { ImportedProfile } from '../../contract/profile.ts';
import { useSession, usePlatform } from '../platform/stores.ts';
import { FailureBlock } from '../ui/failure-box.tsx';
import { ProfileChanges } from './profile-changes.tsx';
import styles from './welcome.module.css';

type Props = {
  /** Whether to import the profile of the command line, an opened file or the welcome screen first. */
  readonly hasProfile: boolean;
  readonly onRead: (profile: ImportedProfile) => void;
};

export const ProfileImport = ({ hasProfile, onRead }: Props) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const file = useSession(({ builtInProfile }) => builtInProfile);
  const [error, setError] = useState<Failure | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<ImportedProfile | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState('');

  const chooser = useRef<HTMLButtonElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  /** Shows a failure and focuses the pasted text or the file button, where it can be corrected. */
  const showFailure = useCallback((failure: Failure): void => {
    setError(failure);
    (textField.current ?? chooser.current)?.focus();
  }, []);

  const accept = useCallback(
    (answer: Answer<ImportedProfile | null>): void => {
      if (!answer.ok) {
        showFailure(answer.error);
        return;
      }
      setError(null);
      if (answer.value === null) return;
      if (answer.value.replaces === null) onRead(answer.value);
      else setUnconfirmed(answer.value);
    },
    [onRead, showFailure],
  );
  useEffect(() => {
    if (!hasProfile) return;
    const request =
      file === null
        ? bridge.invoke('connect.openedProfile', {})
        : bridge.invoke('connect.builtInProfile', { file });
    void request.then(accept);
  }, [bridge, file, hasProfile, accept]);
  const read = async (json: string): Promise<void> => {
    if (json.length > longestProfile)
      showFailure({
        code: 'profile_unreadable',
        message: '',
        detail: t('connect.profile.tooLarge'),
      });
    else accept(await bridge.invoke('connect.readProfile', { json }));
  };
  const handleDrop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setDraggedOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) await read(event.dataTransfer.getData('text/plain'));
    else
      await read(file.size > longestProfile ? ' '.repeat(longestProfile + 1) : await file.text());
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
        onDrop={(event) => void handleDrop(event)}
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
              <Button
                variant="default"
                disabled={text.trim() === ''}
                onClick={() => void read(text)}
              >
                {t('connect.profile.read')}
              </Button>
            </div>
          </>
        )}
      </div>
      <FailureBlock id="profile-failure" error={error} className={styles.failure} />
    </>
  );
};
