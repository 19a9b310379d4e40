/** The sheet of shortcuts: all keys by group, with a search by name or key. */
import { useTranslation } from 'react-i18next';
import type { DialogContentProps } from '../platform/stores.ts';
import { CommandField, Keys } from '../ui/command-dialog.tsx';
import { useActions } from '../platform/actions.ts';
import { useSettings } from '../platform/use-answer.ts';
import { filterShortcuts, listShortcutGroups } from './shortcuts.ts';
import styles from './shortcuts.module.css';

export const KeySheet = ({ text, onType }: DialogContentProps) => {
  const { t } = useTranslation(['translation', 'actions']);
  const { actions } = useActions();
  const opensNext = useSettings()?.sendOpensNext ?? true;
  const groups = filterShortcuts(listShortcutGroups(actions, t, opensNext), text);
  return (
    <>
      <h2 className={styles.title}>{t('commanding.keys')}</h2>
      <CommandField
        aria-label={t('actions:sheet.placeholder')}
        placeholder={t('actions:sheet.placeholder')}
        text={text}
        onType={onType}
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
