/** The sheet of shortcuts: all keys by group, with a search by name or key. */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { longestQuery } from '../../contract/limits.ts';
import type { DialogContentProps } from '../platform/stores.ts';
import { Keys } from '../ui/key-caps.tsx';
import { useActions } from '../platform/actions.ts';
import { useSettings } from '../platform/use-answer.ts';
import { matchingShortcuts, shortcutGroups } from './shortcuts.ts';
import frame from '../ui/command-dialog.module.css';
import styles from './shortcuts.module.css';

export const KeySheet = ({ text, onType }: DialogContentProps) => {
  const { t } = useTranslation(['translation', 'actions']);
  const { actions } = useActions();
  const opensNext = useSettings()?.sendOpensNext ?? true;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const groups = matchingShortcuts(shortcutGroups(actions, t, opensNext), text);
  return (
    <>
      <h2 className={styles.title}>{t('commanding.keys')}</h2>
      <input
        ref={field}
        className={frame.field}
        aria-label={t('actions:sheet.placeholder')}
        placeholder={t('actions:sheet.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestQuery}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.groups} tabIndex={0} role="group" aria-label={t('commanding.keys')}>
        <div className={styles.columns}>
          {groups.map(({ name, title, shortcuts }) => (
            <section key={name} className={styles.group}>
              <h3>{title}</h3>
              <dl>
                {shortcuts.map((shortcut) => (
                  <div key={shortcut.title} className={styles.shortcut}>
                    <dt>{shortcut.title}</dt>
                    <dd>
                      {shortcut.keys.map((key, index) => (
                        <span key={key} className={styles.keys}>
                          {index > 0 && <span className={styles.or}>{t('actions:sheet.or')}</span>}
                          <Keys name={key} />
                          <span className="hidden-visually">{key}</span>
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {groups.length === 0 && <p className={styles.nothing}>{t('actions:sheet.nothing')}</p>}
      </div>
    </>
  );
};
