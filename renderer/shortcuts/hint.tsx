/** The actions that a second key runs, at the bottom of the window. */
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import { formatKey } from '../platform/keyboard.ts';
import styles from './shortcuts.module.css';

export const Hint = ({ first }: { readonly first: string }) => {
  const { t } = useTranslation(['translation', 'actions']);
  const { actions } = useActions();
  const continuations = actions
    .filter((action) => action.canBeDone())
    .flatMap((action) => {
      const key = action.keys.find((each) => each.startsWith(`${first} `));
      return key === undefined
        ? []
        : [{ id: action.id, key: key.slice(first.length + 1), title: action.title(t) }];
    });
  return (
    <section role="status" className={styles.hint}>
      <h2>{t('actions:chord.label')}</h2>
      <ul>
        {continuations.map(({ id, key, title }) => (
          <li key={id}>
            <kbd>{formatKey(key)}</kbd>
            {title}
          </li>
        ))}
      </ul>
    </section>
  );
};
