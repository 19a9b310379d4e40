/**
 * The tags of all selected leads at once. As the picker of one lead's tags, it is there with the key that
 * asks for it.
 */
import { useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { TagList } from '../leads/tag-picker.tsx';

export const SelectionTags = () => {
  const { bulk, selecting } = useInboxStores();
  const count = useSelecting((state) => state.count);
  const tags = useSelecting(({ facts }) => facts?.tags) ?? [];
  const isAsked = useSelecting(({ asking }) => asking === 'tags');
  if (!isAsked) return null;
  const namesOf = (isOnAll: boolean): readonly string[] =>
    tags.filter(({ leads }) => (leads === count) === isOnAll).map(({ name }) => name);
  return (
    <TagList
      given={namesOf(true)}
      partly={namesOf(false)}
      onToggle={(tag, gives) => bulk.getState().tag(tag, gives)}
      onClose={() => selecting.getState().ask(null)}
    />
  );
};
