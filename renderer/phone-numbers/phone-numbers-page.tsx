/** The phone numbers that the professional's businesses have registered at the service. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createBulk } from './bulk-send.ts';
import { createPhoneNumbers, followPhoneNumbers, isSame } from './phone-numbers.ts';
import { usePhoneNumberStores } from './stores.ts';
import { Page } from '../ui/page.tsx';
import { BulkSteps } from './bulk.tsx';
import styles from './phone-numbers.module.css';
import { Numbers } from './numbers.tsx';

const points = ['purpose', 'challenge', 'which', 'once', 'deleted'] as const;

const About = () => {
  const { t } = useTranslation('phoneNumbers');
  return (
    <details className={styles.about}>
      <summary>{t('about.summary')}</summary>
      <ul>
        {points.map((point) => (
          <li key={point}>{t(`about.${point}`)}</li>
        ))}
      </ul>
    </details>
  );
};

export const PhoneNumbersPage = () => {
  const { t } = useTranslation('phoneNumbers');
  const { bridge, queries, session, numberList } = usePhoneNumberStores();
  const [store] = useState(() => createPhoneNumbers(bridge, queries, localStorage));
  const list = useStore(numberList, (state) => state.open);
  // A list past its first step is shown again.
  const [shown, setShown] = useState<'numbers' | 'list' | 'numbersAgain'>(() =>
    list === null || list.store.getState().step === 'write' ? 'numbers' : 'list',
  );
  const owner = useStore(store, (state) => state.owner);

  useEffect(() => followPhoneNumbers(queries, store), [queries, store]);
  useEffect(
    () =>
      session.subscribe((now, before) => {
        if (now.isOnline && !before.isOnline) void store.getState().refresh();
      }),
    [session, store],
  );

  const addMany = (): void => {
    if (owner === null) return;
    if (list === null || !isSame(list.owner, owner))
      numberList.setState({ open: { owner, store: createBulk(bridge, owner) } });
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
            numberList.setState({ open: null });
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
