/** The phone numbers that the professional's businesses have registered at the service. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { NumberOwner } from '../../contract/commands/phone-numbers.ts';
import { createBulk, type Bulk } from '../state/phone-numbers-bulk.ts';
import { createPhoneNumbers, followPhoneNumbers } from '../state/phone-numbers.ts';
import { useStores } from '../state/stores.ts';
import { Page } from '../ui/page.tsx';
import { About } from './about.tsx';
import { BulkSteps } from './bulk.tsx';
import { Numbers } from './numbers.tsx';

/** A list for one business; it is kept when the professional looks at the numbers in between. */
type OpenList = { readonly owner: NumberOwner; readonly store: StoreApi<Bulk> };

export const PhoneNumbersPage = () => {
  const { t } = useTranslation('phoneNumbers');
  const { bridge, session } = useStores();
  const [store] = useState(() => createPhoneNumbers(bridge, localStorage));
  const [list, setList] = useState<OpenList | null>(null);
  const [shown, setShown] = useState<'numbers' | 'list' | 'numbersAgain'>('numbers');
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

  const addMany = (): void => {
    if (owner === null) return;
    if (list?.owner.accountID !== owner.accountID || list.owner.businessID !== owner.businessID)
      setList({ owner, store: createBulk(bridge, owner) });
    setShown('list');
  };

  if (shown === 'list' && list !== null)
    return (
      <Page title={t('bulk.title')} text={t('bulk.for', { business: list.owner.name })} wide>
        <BulkSteps
          store={list.store}
          accountID={list.owner.accountID}
          onBack={() => setShown('numbersAgain')}
          onDone={() => {
            setList(null);
            setShown('numbersAgain');
          }}
        />
      </Page>
    );
  return (
    <Page title={t('title')} text={t('text')} wide>
      <About />
      <Numbers store={store} isBack={shown === 'numbersAgain'} onAddMany={addMany} />
    </Page>
  );
};
