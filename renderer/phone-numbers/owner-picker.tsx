/** Which business's numbers are shown, where there is a choice; several accounts are kept apart. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberOwner } from '../../contract/commands/phone-numbers.ts';
import styles from './phone-numbers.module.css';

type Props = {
  readonly owners: readonly NumberOwner[];
  readonly owner: NumberOwner;
  readonly onChoose: (owner: NumberOwner) => void;
};

export const OwnerPicker = ({ owners, owner, onChoose }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const id = useId();
  if (owners.length < 2) return null;
  const accounts = [...new Set(owners.map(({ accountID }) => accountID))];
  const options = (from: readonly NumberOwner[]) =>
    from.map((each) => (
      <option key={each.businessID} value={owners.indexOf(each)}>
        {each.name}
      </option>
    ));
  const chosen = owners.findIndex(
    ({ accountID, businessID }) => accountID === owner.accountID && businessID === owner.businessID,
  );
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{t('business')}</label>
      <select
        id={id}
        className={styles.input}
        value={chosen}
        onChange={(event) => {
          const next = owners[Number(event.currentTarget.value)];
          if (next !== undefined) onChoose(next);
        }}
      >
        {accounts.length < 2
          ? options(owners)
          : accounts.map((accountID) => {
              const own = owners.filter((each) => each.accountID === accountID);
              return (
                <optgroup key={accountID} label={own[0]?.accountName ?? ''}>
                  {options(own)}
                </optgroup>
              );
            })}
      </select>
    </div>
  );
};
