/** The dialogs of the inbox: assigning or handing over leads, tagging the selected ones, and naming a view. */
import { useStore } from 'zustand';
import type { LeadID } from '../../contract/records.ts';
import { AssignList } from '../leads/assign-picker.tsx';
import { fetchRow } from '../leads/lead-actions.ts';
import { TagList } from '../leads/tag-picker.tsx';
import { useLastRow, useSelecting } from '../leads/stores.ts';
import { loadOnDemand } from '../ui/lazily.tsx';
import { useInboxStores } from './stores.ts';

const HandingOver = loadOnDemand(() => import('./handing-over.tsx'), 'HandingOver');
const NameView = loadOnDemand(() => import('./name-view.tsx'), 'NameView');

type LeadProps = { readonly leadID: LeadID; readonly hasNote: boolean };

const LeadAssignee = ({ leadID, hasNote }: LeadProps) => {
  const stores = useInboxStores();
  const row = useLastRow(leadID);
  const onClose = (): void => stores.assigneePicker.setState({ open: null, hasNote: false });
  const assign = async (person: string | null, name: string): Promise<void> => {
    const lead = row ?? (await fetchRow(stores, leadID));
    if (lead !== null) await stores.leadEditor.assign(lead, person, name);
  };
  if (hasNote) return row === undefined ? null : <HandingOver row={row} onClose={onClose} />;
  return (
    <AssignList
      assignee={row?.assignee}
      onAssign={(person, name) => void assign(person, name)}
      onClose={onClose}
    />
  );
};

const SelectionAssignee = () => {
  const stores = useInboxStores();
  return (
    <AssignList
      assignee={undefined}
      onAssign={(person, name) => void stores.bulk.getState().assign(person, name)}
      onClose={() => stores.selecting.setState({ openMenu: null })}
    />
  );
};

const Assigning = () => {
  const { open, hasNote } = useStore(useInboxStores().assigneePicker);
  const isOfSelection = useSelecting(({ openMenu }) => openMenu === 'assign');
  if (isOfSelection) return <SelectionAssignee />;
  if (open === null) return null;
  return <LeadAssignee key={open} leadID={open} hasNote={hasNote} />;
};

const SelectionTags = () => {
  const { bulk, selecting } = useInboxStores();
  const count = useSelecting((state) => state.count);
  const tags = useSelecting(({ facts }) => facts?.tags) ?? [];
  const isOpen = useSelecting(({ openMenu }) => openMenu === 'tags');
  if (!isOpen) return null;
  const namesOf = (isOnAll: boolean): readonly string[] =>
    tags.filter(({ leads }) => (leads === count) === isOnAll).map(({ name }) => name);
  return (
    <TagList
      tags={namesOf(true)}
      partialTags={namesOf(false)}
      onToggle={(tag, isAdded) => bulk.getState().tag(tag, isAdded)}
      onClose={() => selecting.setState({ openMenu: null })}
    />
  );
};

const NamedView = () => {
  const view = useStore(useInboxStores().savingViews, (state) => state.naming);
  if (view === null) return null;
  return <NameView key={view.savedViewID} view={view} />;
};

export const InboxDialogs = () => (
  <>
    <SelectionTags />
    <Assigning />
    <NamedView />
  </>
);
