/** The picker that assigns one lead or all selected ones, or the dialog that hands a lead over. */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { LeadID } from '../../contract/records.ts';
import { AssignList } from '../leads/assign-picker.tsx';
import { useConversation, useLeads, useSelecting } from '../leads/stores.ts';
import { ownPerson } from '../leads/team.ts';
import { onDemand } from '../ui/lazily.tsx';
import { useInboxStores } from './stores.ts';

const HandingOver = onDemand(() => import('./handing-over.tsx'), 'HandingOver');

const LeadAssignee = ({
  leadID,
  hasNote,
}: {
  readonly leadID: LeadID;
  readonly hasNote: boolean;
}) => {
  const stores = useInboxStores();
  const listedRow = useLeads(({ rows }) => rows.find((row) => row.leadID === leadID));
  const openRow = useConversation(({ details }) => details?.row);
  const found = openRow?.leadID === leadID ? openRow : listedRow;
  // The lead may leave the list while the dialog is open.
  const [row, setRow] = useState(found);
  if (found !== undefined && found !== row) setRow(found);
  const onClose = (): void => stores.assigning.setState({ open: null, hasNote: false });
  if (hasNote) return row === undefined ? null : <HandingOver row={row} onClose={onClose} />;
  return (
    <AssignList
      assignee={row?.assignee}
      onAssign={(person, name) => {
        if (row !== undefined)
          void stores.valuing.assign(row, person, person === ownPerson(stores) ? '' : name);
      }}
      onClose={onClose}
    />
  );
};

const SelectionAssignee = () => {
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
  if (isOfSelection) return <SelectionAssignee />;
  if (open === null) return null;
  return <LeadAssignee key={open} leadID={open} hasNote={hasNote} />;
};
