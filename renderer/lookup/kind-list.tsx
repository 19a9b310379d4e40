/** The lookups to choose from, by what they look up. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LookupKind } from '../../contract/commands/lookup.ts';
import styles from './lookup.module.css';

const groups = {
  categories: ['categories', 'recommendations', 'homecare', 'keywords'],
  businesses: ['businesses', 'filtered'],
  reviews: ['reviewsOfOne', 'reviewsOfSeveral'],
} as const satisfies Record<string, readonly LookupKind[]>;

type Props = { readonly kind: LookupKind; readonly onChoose: (kind: LookupKind) => void };

const Group = ({ name, kind, onChoose }: Props & { readonly name: keyof typeof groups }) => {
  const { t } = useTranslation('lookup');
  const id = useId();
  return (
    <div className={styles.group}>
      <h2 id={id}>{t(`groups.${name}`)}</h2>
      <ul aria-labelledby={id}>
        {groups[name].map((each) => (
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

export const KindList = ({ kind, onChoose }: Props) => {
  const { t } = useTranslation('lookup');
  return (
    <nav aria-label={t('kinds')} className={styles.kinds}>
      <Group name="categories" kind={kind} onChoose={onChoose} />
      <Group name="businesses" kind={kind} onChoose={onChoose} />
      <Group name="reviews" kind={kind} onChoose={onChoose} />
    </nav>
  );
};
