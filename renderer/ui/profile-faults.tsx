/** The invalid fields of a service profile, each with its expected content. */
import { useTranslation } from 'react-i18next';
import type { ProfileMistake } from '../../contract/errors.ts';
import styles from './ui.module.css';

/** First parts of the paths of fields whose expected content is explained. */
const explained = [
  'name',
  'environment',
  'interface',
  'baseUrl',
  'stagingUrl',
  'connectUrl',
  'authorizeUrl',
  'tokenUrl',
  'accountInfoPath',
  'clientId',
  'clientSecret',
  'broker',
  'scopes',
  'authorizeParams',
  'pkce',
  'redirectUris',
  'staging',
] as const;

export const ProfileFaults = ({ faults }: { readonly faults: readonly ProfileMistake[] }) => {
  const { t } = useTranslation();
  return (
    <ul className={styles.faults}>
      {faults.map(({ field, what }) => {
        const top = explained.find((name) => name === field.split('.')[0]);
        return (
          <li key={field}>
            <bdi>{t(`profileFault.${what}`, { field })}</bdi>
            {what !== 'unknown' && top !== undefined && (
              <> {t('profileFault.expected', { what: t(`profileFault.of.${top}`) })}</>
            )}
          </li>
        );
      })}
    </ul>
  );
};
