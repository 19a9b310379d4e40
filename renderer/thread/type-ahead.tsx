/**
 * Stands in for a composer that was called for and is not there yet: it has the focus, so that what
 * is typed is text and no command, however long the lead takes. The composer takes both over.
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
            asking: 0,
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
        // A window that loses the focus keeps its place; a hand that goes elsewhere ends the call.
        if (document.activeElement !== event.currentTarget) calling.getState().end();
      }}
      onKeyDown={(event) => {
        // Nobody has seen what it would send.
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
