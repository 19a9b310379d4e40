/** Imports a service profile that is chosen as a file, dropped or pasted. */
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
  /** A profile from the command line, an opened file or the welcome screen is imported first. */
  readonly hasProfile: boolean;
  readonly onRead: (profile: ImportedProfile) => void;
};

export const ProfileImport = ({ hasProfile, onRead }: Props) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const file = useSession(({ builtInProfile }) => builtInProfile);
  const [error, setError] = useState<Failure | null>(null);
  const [asked, setAsked] = useState<ImportedProfile | null>(null);
  const [over, setOver] = useState(false);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState('');

  const chooser = useRef<HTMLButtonElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  /** Focuses the pasted text or the file button, where the mistake can be corrected. */
  const refuse = useCallback((failure: Failure): void => {
    setError(failure);
    (pasted.current ?? chooser.current)?.focus();
  }, []);

  const take = useCallback(
    (answer: Answer<ImportedProfile | null>): void => {
      if (!answer.ok) {
        refuse(answer.error);
        return;
      }
      setError(null);
      if (answer.value === null) return;
      if (answer.value.replaces === null) onRead(answer.value);
      else setAsked(answer.value);
    },
    [onRead, refuse],
  );
  useEffect(() => {
    if (!hasProfile) return;
    const read =
      file === null
        ? bridge.invoke('connect.givenProfile', {})
        : bridge.invoke('connect.builtInProfile', { file });
    void read.then(take);
  }, [bridge, file, hasProfile, take]);
  const read = async (json: string): Promise<void> => {
    if (json.length > longestProfile)
      refuse({ code: 'profile_unreadable', message: '', detail: t('connect.profile.tooLarge') });
    else take(await bridge.invoke('connect.readProfile', { json }));
  };
  const dropped = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) await read(event.dataTransfer.getData('text/plain'));
    else
      await read(file.size > longestProfile ? ' '.repeat(longestProfile + 1) : await file.text());
  };

  if (asked !== null && asked.replaces !== null)
    return (
      <ProfileChanges
        profileID={asked.profileID}
        replaces={asked.replaces}
        onReplaced={() => onRead(asked)}
        onKeep={() => setAsked(null)}
      />
    );
  return (
    <>
      {/* Dropping is a shortcut for the mouse; the button does the same. */}
      <div
        className={styles.drop}
        data-over={over}
        data-testid="profile-drop"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void dropped(event)}
      >
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <p>{t('connect.profile.drop')}</p>
        <p>{t('connect.profile.or')}</p>
        <Button
          ref={chooser}
          variant="filled"
          aria-describedby={error === null ? undefined : 'profile-failure'}
          onClick={() => void bridge.invoke('connect.chooseProfile', {}).then(take)}
        >
          {t('connect.profile.choose')}
        </Button>
      </div>
      <div className={styles.paste}>
        {!pasting && (
          <Button variant="subtle" onClick={() => setPasting(true)}>
            {t('connect.profile.paste')}
          </Button>
        )}
        {pasting && (
          <>
            <label htmlFor="profile-text">{t('connect.profile.pasteLabel')}</label>
            <textarea
              ref={pasted}
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
