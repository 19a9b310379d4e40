/** The fields of a service profile that are wrong, each with what is expected in it. */
import { useTranslation } from 'react-i18next';
import type { ProfileFault } from '../../contract/errors.ts';
import styles from './ui.module.css';

/** Of fields with parts, whatever the part. */
const known = [
  ...(['name', 'environment', 'interface', 'baseUrl', 'stagingUrl', 'connectUrl'] as const),
  ...(['authorizeUrl', 'tokenUrl', 'accountInfoPath', 'clientId', 'clientSecret'] as const),
  ...(['scopes', 'authorizeParams', 'pkce', 'redirectUris', 'staging'] as const),
];

export const ProfileFaults = ({ faults }: { readonly faults: readonly ProfileFault[] }) => {
  const { t } = useTranslation();
  return (
    <ul className={styles.faults}>
      {faults.map(({ field, what }) => {
        const of = known.find((name) => name === field.split('.')[0]);
        return (
          <li key={field}>
            <bdi>{t(`profileFault.${what}`, { field })}</bdi>
            {what !== 'unknown' && of !== undefined && (
              <> {t('profileFault.expected', { what: t(`profileFault.of.${of}`) })}</>
            )}
          </li>
        );
      })}
    </ul>
  );
};
