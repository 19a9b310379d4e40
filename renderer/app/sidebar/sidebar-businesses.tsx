/** The businesses, if there are several; the chosen one filters the list. */
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCounts } from '../../leads/counts.ts';
import { showInInbox } from '../../leads/lead-records.ts';
import { searchesAll } from '../../leads/lead-reader.ts';
import { useLeads, useLeadStores } from '../../leads/stores.ts';
import { BusinessTile } from '../../ui/business-tile.tsx';
import { Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

export const Businesses = () => {
  const { t } = useTranslation();
  const { businesses } = useCounts();
  const chosen = useLeads((state) => state.business);
  const isSearchingAll = useLeads(searchesAll);
  const stores = useLeadStores();
  if (businesses.length < 2) return null;
  const choose = (business: string | null): void => showInInbox(stores, { business });
  return (
    <>
      <h2 className={styles.heading}>{t('sidebar.businesses')}</h2>
      <ul aria-label={t('sidebar.businesses')}>
        <Item
          icon={<Glyph of={IconBuildingStore} />}
          label={t('sidebar.everyBusiness')}
          current={chosen === null && !isSearchingAll}
          quiet
          onClick={() => choose(null)}
        />
        {businesses.map((business) => (
          <Item
            key={business.key}
            icon={<BusinessTile name={business.name} />}
            label={business.name}
            current={chosen === business.key && !isSearchingAll}
            count={business.needsReply}
            onClick={() => choose(business.key)}
          />
        ))}
      </ul>
    </>
  );
};
