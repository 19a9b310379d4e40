/** Chooses the business whose numbers are shown, grouped by account. */
import { useTranslation } from 'react-i18next';
import type { NumberOwner } from '../../contract/commands/phone-numbers.ts';
import { isSame } from './phone-numbers.ts';
import { Picker } from '../ui/picker.tsx';

type Props = {
  readonly owners: readonly NumberOwner[];
  readonly owner: NumberOwner;
  readonly onChoose: (owner: NumberOwner) => void;
};

export const OwnerPicker = ({ owners, owner, onChoose }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const accounts = [...new Set(owners.map(({ accountID }) => accountID))];
  const groups = accounts.map((accountID) => {
    const own = owners.filter((each) => each.accountID === accountID);
    return {
      group: own[0]?.accountName ?? '',
      items: own.map((each) => ({ value: String(owners.indexOf(each)), label: each.name })),
    };
  });
  const chosen = owners.findIndex((each) => isSame(each, owner));
  return (
    <Picker
      label={t('business')}
      value={String(chosen)}
      options={accounts.length < 2 ? groups.flatMap(({ items }) => items) : groups}
      onChoose={(value) => {
        const next = owners[Number(value)];
        if (next !== undefined) onChoose(next);
      }}
    />
  );
};
