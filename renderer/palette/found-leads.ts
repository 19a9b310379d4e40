/** Searches leads while typing, after a pause. Late answers are ignored. */
import { useEffect, useState } from 'react';
import type { LeadRow } from '../../contract/records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { fitOf } from '../ui/fuzzy.ts';

const pauseMs = 120;
/** More than are shown: leads whose name matches come first. */
const maxRequested = 20;
const maxShown = 6;

type FoundLeads = {
  readonly leads: readonly LeadRow[];
  /** Whether they belong to the current input. */
  readonly isKnown: boolean;
};

const none: readonly never[] = [];

export const useFoundLeads = (typed: string): FoundLeads => {
  const { bridge, after } = useLeadStores();
  const query = typed.trim();
  const [found, setFound] = useState<{ query: string; leads: readonly LeadRow[] }>({
    query: '',
    leads: none,
  });
  useEffect(() => {
    if (query === '') return;
    let isCurrent = true;
    const cancel = after(pauseMs, () => {
      const request = bridge.invoke('leads.list', {
        view: 'all',
        everywhere: true,
        query,
        limit: maxRequested,
      });
      void request.then((answer) => {
        if (isCurrent) setFound({ query, leads: answer.ok ? answer.value.leads : none });
      });
    });
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [query, bridge, after]);
  if (query === '') return { leads: none, isKnown: true };
  const named = found.leads.filter(({ customerName }) => fitOf(query, customerName) !== null);
  const others = found.leads.filter((lead) => !named.includes(lead));
  return { leads: [...named, ...others].slice(0, maxShown), isKnown: found.query === query };
};
