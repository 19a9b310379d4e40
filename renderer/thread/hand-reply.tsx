/** Chooses the colleague whose computer sends a waiting reply. */
import { useTranslation } from 'react-i18next';
import type { MessageID } from '../../contract/records.ts';
import { PersonTile } from '../leads/person.tsx';
import { useChoosablePeople, useMember } from '../leads/team.ts';
import { ChooseDialog } from '../ui/choose-dialog.tsx';
import { useThreadStores } from './stores.ts';

export const HandReply = ({ messageID }: { readonly messageID: MessageID }) => {
  const { t } = useTranslation();
  const { handing, replying } = useThreadStores();
  const people = useChoosablePeople(useMember()?.person);
  return (
    <ChooseDialog
      label={t('message.handTo')}
      find={t('assign.find')}
      none={t('assign.none')}
      choices={people.map(({ person, name }) => ({
        key: person,
        label: name,
        icon: <PersonTile person={person} name={name} />,
        isChosen: false,
      }))}
      onChoose={(person) => void replying.handOver(messageID, person)}
      onClose={() => handing.setState({ open: null })}
    />
  );
};
