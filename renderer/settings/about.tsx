/** Which Hearthline this is. */
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/stores.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

export const About = () => {
  const { t } = useTranslation('settings');
  const info = useSession((state) => state.info);
  return (
    <SettingRow name="version">
      {() =>
        info !== null && (
          <span className={styles.version}>
            {t('version', { version: info.version, runtime: info.runtime })}
          </span>
        )
      }
    </SettingRow>
  );
};
