/** A hidden field that receives the keys until the requested composer is mounted and takes over. */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../contract/records.ts';
import { findSendWay } from './send-ways.ts';
import { useReplyFocus, useLeadStores } from '../leads/stores.ts';

const StandIn = ({ leadID }: { readonly leadID: LeadID }) => {
  const { t } = useTranslation();
  const { replyFocus, inserting } = useLeadStores();
  const typed = useReplyFocus((state) => state.typed);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  useLayoutEffect(
    () =>
      field.current === null
        ? undefined
        : inserting.attach(leadID, {
            field: field.current,
            write: replyFocus.getState().type,
            triggerLength: 0,
          }),
    [inserting, replyFocus, leadID],
  );
  return (
    <textarea
      ref={field}
      className="hidden-visually"
      data-stand-in
      data-touched={typed === '' ? undefined : true}
      value={typed}
      aria-label={t('composer.opening')}
      onChange={(event) => replyFocus.getState().type(event.currentTarget.value)}
      onBlur={(event) => {
        // Only a focus that moves within the window ends the request.
        if (document.activeElement !== event.currentTarget) replyFocus.getState().end();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        // The text to send is not visible yet.
        if (findSendWay(event.nativeEvent, true) !== null) event.preventDefault();
        if (event.key !== 'Escape') return;
        replyFocus.getState().end();
        document.getElementById('lead-list')?.focus();
      }}
    />
  );
};

export const TypeAhead = () => {
  const requested = useReplyFocus((state) => state.requested);
  return requested === null ? null : <StandIn key={requested} leadID={requested} />;
};
