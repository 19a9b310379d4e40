/** The phone numbers that the professional's businesses have registered at the service. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { NumberOwner } from '../../contract/commands/phone-numbers.ts';
import { createPhoneNumbers, followPhoneNumbers } from '../state/phone-numbers.ts';
import { useStores } from '../state/stores.ts';
import { Page } from '../ui/page.tsx';
import { About } from './about.tsx';
import { Bulk } from './bulk.tsx';
import { Numbers } from './numbers.tsx';

export const PhoneNumbersPage = () => {
  const { t } = useTranslation('phoneNumbers');
  const { bridge, session } = useStores();
  const [store] = useState(() => createPhoneNumbers(bridge, localStorage));
  const [bulkFor, setBulkFor] = useState<NumberOwner | null>(null);
  const owner = useStore(store, (state) => state.owner);

  useEffect(() => followPhoneNumbers(bridge, store), [bridge, store]);
  useEffect(() => {
    void store
      .getState()
      .reread()
      .then(() => store.getState().refresh());
    return session.subscribe((now, before) => {
      if (now.networked && !before.networked) void store.getState().refresh();
    });
  }, [session, store]);

  if (bulkFor !== null)
    return (
      <Page title={t('bulk.title')} text={t('bulk.for', { business: bulkFor.name })} wide>
        <Bulk owner={bulkFor} onDone={() => setBulkFor(null)} />
      </Page>
    );
  return (
    <Page title={t('title')} text={t('text')}>
      <About />
      <Numbers store={store} onAddMany={() => setBulkFor(owner)} />
    </Page>
  );
};
