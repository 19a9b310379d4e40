/** The open picker of an assignee: of one lead, or of all selected ones. */
import { useStore } from 'zustand';
import type { LeadID } from '../../contract/records.ts';
import { AssignList } from '../leads/assign-picker.tsx';
import { useConversation, useLeads, useSelecting } from '../leads/stores.ts';
import { ownPerson } from '../leads/team.ts';
import { onDemand } from '../ui/lazily.tsx';
import { useInboxStores } from './stores.ts';

const HandingOver = onDemand(() => import('./handing-over.tsx'), 'HandingOver');

const OfLead = ({ leadID }: { readonly leadID: LeadID }) => {
  const stores = useInboxStores();
  const listed = useLeads(({ rows }) => rows.find((row) => row.leadID === leadID));
  const read = useConversation(({ details }) => details?.row);
  const row = read?.leadID === leadID ? read : listed;
  return (
    <AssignList
      assignee={row?.assignee}
      onAssign={(person, name) => {
        if (row !== undefined)
          void stores.valuing.assign(row, person, person === ownPerson(stores) ? '' : name);
      }}
      onClose={() => stores.assigning.setState({ open: null })}
    />
  );
};

const OfSelection = () => {
  const stores = useInboxStores();
  return (
    <AssignList
      assignee={undefined}
      onAssign={(person, name) =>
        void stores.bulk.getState().assign(person, person === ownPerson(stores) ? '' : name)
      }
      onClose={() => stores.selecting.getState().setOpenMenu(null)}
    />
  );
};

export const Assigning = () => {
  const { open, hasNote } = useStore(useInboxStores().assigning);
  const isOfSelection = useSelecting(({ openMenu }) => openMenu === 'assign');
  if (isOfSelection) return <OfSelection />;
  if (open === null) return null;
  return hasNote ? <HandingOver leadID={open} /> : <OfLead key={open} leadID={open} />;
};
