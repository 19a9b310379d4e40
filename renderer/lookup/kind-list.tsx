/** List of lookups by subject. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LookupKind } from '../../contract/commands/lookup.ts';
import styles from './lookup.module.css';

const kindsByGroup = {
  leads: ['negotiation', 'conversation', 'message'],
  accounts: ['user', 'accountInfo'],
  categories: ['categories', 'recommendations', 'homecare', 'keywords'],
  businesses: ['businesses', 'olderBusinesses', 'filtered'],
  reviews: ['reviewsOfOne', 'reviewsOfSeveral'],
} as const satisfies Record<string, readonly LookupKind[]>;
const groupNames = Object.keys(kindsByGroup) as (keyof typeof kindsByGroup)[];

type Props = {
  readonly kind: LookupKind;
  /** Kinds that the account's interface supports. */
  readonly offered: readonly LookupKind[];
  readonly onChoose: (kind: LookupKind) => void;
};

export const KindList = ({ kind, offered, onChoose }: Props) => {
  const { t } = useTranslation('lookup');
  const id = useId();
  const groups = groupNames
    .map((name) => ({ name, kinds: kindsByGroup[name].filter((each) => offered.includes(each)) }))
    .filter(({ kinds }) => kinds.length > 0);
  return (
    <nav aria-label={t('kinds')} className={styles.kinds}>
      {groups.map(({ name, kinds }) => (
        <div key={name} className={styles.group}>
          <h2 id={`${id}-${name}`}>{t(`groups.${name}`)}</h2>
          <ul aria-labelledby={`${id}-${name}`}>
            {kinds.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  className={styles.kind}
                  aria-current={each === kind ? 'true' : undefined}
                  onClick={() => onChoose(each)}
                >
                  {t(`kind.${each}.name`)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
