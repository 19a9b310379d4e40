/** The tag picker of all selected leads. */
import { useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { TagList } from '../leads/tag-picker.tsx';

export const SelectionTags = () => {
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
      onClose={() => selecting.getState().setOpenMenu(null)}
    />
  );
};
