/** The places that a second key opens, at the bottom of the window. */
import { useTranslation } from 'react-i18next';
import { canBeDone } from '../actions/action.ts';
import { actions } from '../actions/registry.ts';
import { useStores } from '../actions/stores.ts';
import { printedKey } from '../platform/keyboard.ts';
import styles from './shortcuts.module.css';

export const Hint = ({ first }: { readonly first: string }) => {
  const { t } = useTranslation(['translation', 'actions']);
  const stores = useStores();
  const places = actions
    .filter((action) => canBeDone(action, stores))
    .flatMap((action) => {
      const key = action.keys.find((each) => each.startsWith(`${first} `));
      return key === undefined
        ? []
        : [{ id: action.id, key: key.slice(first.length + 1), title: action.title(t, stores) }];
    });
  return (
    <section role="status" className={styles.hint}>
      <h2>{t('actions:chord.label')}</h2>
      <ul>
        {places.map(({ id, key, title }) => (
          <li key={id}>
            <kbd>{printedKey(key)}</kbd>
            {title}
          </li>
        ))}
      </ul>
    </section>
  );
};
