/**
 * A hidden field that has the focus until the requested composer is mounted, so that keys type text instead of
 * running actions. The composer then receives text and focus.
 */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../contract/records.ts';
import { wayOf } from './send-ways.ts';
import { useCalling, useLeadStores } from '../leads/stores.ts';

const StandIn = ({ leadID }: { readonly leadID: LeadID }) => {
  const { t } = useTranslation();
  const { calling, inserting } = useLeadStores();
  const typed = useCalling((state) => state.typed);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  useLayoutEffect(
    () =>
      field.current === null
        ? undefined
        : inserting.attach(leadID, {
            field: field.current,
            write: calling.getState().type,
            triggerLength: 0,
          }),
    [inserting, calling, leadID],
  );
  return (
    <textarea
      ref={field}
      className="hidden-visually"
      data-stand-in
      data-touched={typed === '' ? undefined : true}
      value={typed}
      aria-label={t('composer.opening')}
      onChange={(event) => calling.getState().type(event.currentTarget.value)}
      onBlur={(event) => {
        // Only a focus that moves within the window ends the request.
        if (document.activeElement !== event.currentTarget) calling.getState().end();
      }}
      onKeyDown={(event) => {
        // The text to send is not visible yet.
        if (wayOf(event.nativeEvent, true) !== null) event.preventDefault();
        if (event.key !== 'Escape') return;
        calling.getState().end();
        document.getElementById('lead-list')?.focus();
      }}
    />
  );
};

export const TypeAhead = () => {
  const called = useCalling((state) => state.called);
  return called === null ? null : <StandIn key={called} leadID={called} />;
};
