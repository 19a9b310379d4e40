/** Updates and the news of each version. */
import type { Area } from '../platform/area.ts';
import type { UpdateStores } from './stores.ts';

export const updates: Area<UpdateStores> = {
  actions: [
    {
      id: 'whatsNew',
      group: 'app',
      menu: 'help',
      where: 'everywhere',
      keys: [],
      title: (t) => t('actions:titles.whatsNew'),
      run: ({ news }) => news.setState({ isOpen: true }),
    },
  ],
};
