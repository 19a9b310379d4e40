/** The invalid fields of a service profile, each with its expected content. */
import { useTranslation } from 'react-i18next';
import type { ProfileFault } from '../../contract/errors.ts';
import styles from './ui.module.css';

/** Fields with a text about their content, by the first part of their path. */
const explained = [
  ...(['name', 'environment', 'interface', 'baseUrl', 'stagingUrl', 'connectUrl'] as const),
  ...(['authorizeUrl', 'tokenUrl', 'accountInfoPath', 'clientId', 'clientSecret'] as const),
  ...(['broker', 'scopes', 'authorizeParams', 'pkce', 'redirectUris', 'staging'] as const),
];

export const ProfileFaults = ({ faults }: { readonly faults: readonly ProfileFault[] }) => {
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
