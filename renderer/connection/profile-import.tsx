/** Takes in a service profile: chosen as a file, dropped, or pasted. What is wrong is said beside it. */
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { PublicProfile } from '../../contract/profile.ts';
import { useStores } from '../state/stores.ts';
import { Problem } from '../ui/problem.tsx';
import styles from './welcome.module.css';

/** Longest profile that the shell reads (contract, connect.readProfile). */
const longest = 64_000;

export type ReadProfile = { readonly profileID: string; readonly profile: PublicProfile };

/** The field takes the place of the button that was pressed, and its focus. */
const focusOnce = (field: HTMLTextAreaElement | null): void => field?.focus();

type Props = {
  /** Why a profile that was given on the command line cannot be used. */
  readonly given: Failure | null;
  readonly onRead: (profile: ReadProfile) => void;
};

export const ProfileImport = ({ given, onRead }: Props) => {
  const { t } = useTranslation();
  const { bridge } = useStores();
  const [error, setError] = useState(given);
  const [over, setOver] = useState(false);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState('');

  const take = (answer: Answer<ReadProfile | null>): void => {
    setError(answer.ok ? null : answer.error);
    if (answer.ok && answer.value !== null) onRead(answer.value);
  };
  const read = async (json: string): Promise<void> => {
    if (json.length > longest)
      setError({ code: 'profile_unreadable', message: '', detail: t('connect.profile.tooLarge') });
    else take(await bridge.invoke('connect.readProfile', { json }));
  };
  const dropped = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) await read(event.dataTransfer.getData('text/plain'));
    else await read(file.size > longest ? ' '.repeat(longest + 1) : await file.text());
  };

  return (
    <>
      {/* Dropping is a shortcut for the mouse; the button inside does the same for everybody. */}
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
          variant="filled"
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
              ref={focusOnce}
              id="profile-text"
              className={styles.field}
              rows={6}
              spellCheck={false}
              value={text}
              aria-invalid={error !== null}
              aria-describedby={error === null ? undefined : 'profile-problem'}
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
      {error !== null && (
        <div id="profile-problem" className={styles.problem}>
          <Problem error={error} />
        </div>
      )}
    </>
  );
};
