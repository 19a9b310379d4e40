/** List of lookups by subject. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LookupKind } from '../../contract/commands/lookup.ts';
import styles from './lookup.module.css';

const groups = {
  leads: ['negotiation', 'conversation', 'message'],
  accounts: ['user', 'accountInfo'],
  categories: ['categories', 'recommendations', 'homecare', 'keywords'],
  businesses: ['businesses', 'olderBusinesses', 'filtered'],
  reviews: ['reviewsOfOne', 'reviewsOfSeveral'],
} as const satisfies Record<string, readonly LookupKind[]>;

type GroupName = keyof typeof groups;
type Props = {
  readonly kind: LookupKind;
  /** Kinds that the account's interface supports. */
  readonly offered: readonly LookupKind[];
  readonly onChoose: (kind: LookupKind) => void;
};

const Group = ({ name, kind, offered, onChoose }: Props & { readonly name: GroupName }) => {
  const { t } = useTranslation('lookup');
  const id = useId();
  const kinds = groups[name].filter((each) => offered.includes(each));
  if (kinds.length === 0) return null;
  return (
    <div className={styles.group}>
      <h2 id={id}>{t(`groups.${name}`)}</h2>
      <ul aria-labelledby={id}>
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
  );
};

export const KindList = (props: Props) => {
  const { t } = useTranslation('lookup');
  return (
    <nav aria-label={t('kinds')} className={styles.kinds}>
      {(Object.keys(groups) as GroupName[]).map((name) => (
        <Group key={name} name={name} {...props} />
      ))}
    </nav>
  );
};
