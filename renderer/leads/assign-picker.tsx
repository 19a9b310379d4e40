/** Assigns leads to a person. It opens synchronously, so that its field receives the next keys. */
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChooseDialog } from '../ui/choose-dialog.tsx';
import { PersonTile } from './person.tsx';
import { useChoosablePeople, useMember } from './team.ts';

const nobody = '';

type Props = {
  /** The assignee of all the leads; null for nobody, undefined where they differ. */
  readonly assignee: string | null | undefined;
  /** @param name '' for the person here */
  readonly onAssign: (person: string | null, name: string) => void;
  readonly onClose: () => void;
};

export const AssignList = ({ assignee, onAssign, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useMember()?.person;
  const people = useChoosablePeople();
  const isOwnListed = own === undefined || people.some(({ person }) => person === own);
  const all = isOwnListed ? people : [...people, { person: own, name: '', isGone: false }];
  const choices = all
    .map(({ person, name }) => ({
      key: person,
      label: person === own ? t('assign.me') : name,
      icon: <PersonTile person={person} name={name} />,
      isChosen: person === assignee,
    }))
    .toSorted((one, other) => Number(other.key === own) - Number(one.key === own));
  return (
    <ChooseDialog
      label={t('assign.label')}
      find={t('assign.find')}
      none={t('assign.none')}
      choices={[
        ...choices,
        {
          key: nobody,
          label: t('assign.nobody'),
          icon: <IconUserOff size={18} stroke={1.75} aria-hidden />,
          isChosen: assignee === null,
        },
      ]}
      onChoose={(key) => {
        const chosen = all.find(({ person }) => person === key && person !== own);
        onAssign(key === nobody ? null : key, chosen?.name ?? '');
      }}
      onClose={onClose}
    />
  );
};
