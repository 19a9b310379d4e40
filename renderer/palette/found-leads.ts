/** Searches leads while typing, after a pause. Late answers are ignored. */
import { useEffect, useState } from 'react';
import type { LeadRow } from '../../contract/records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { computeFit } from '../ui/fuzzy.ts';

const pauseMs = 120;
/** More than are shown: leads whose name matches come first. */
const maxRequested = 20;
const maxShown = 6;

type FoundLeads = {
  /** Those of the previous input while searching. */
  readonly leads: readonly LeadRow[];
  readonly state: 'searching' | 'found' | 'failed';
  readonly retry: () => void;
};

type LastAnswer = Pick<FoundLeads, 'leads'> & {
  /** Null if it is to be searched again. */
  readonly query: string | null;
  readonly hasFailed: boolean;
};

export const useFoundLeads = (typed: string): FoundLeads => {
  const { bridge, schedule } = useLeadStores();
  const query = typed.trim();
  const [last, setLast] = useState<LastAnswer>({ query: '', leads: [], hasFailed: false });
  const isAnswered = query === last.query;
  useEffect(() => {
    if (query === '' || isAnswered) return;
    let isCurrent = true;
    const cancel = schedule(pauseMs, () => {
      const request = bridge.invoke('leads.list', {
        view: 'all',
        everywhere: true,
        query,
        limit: maxRequested,
      });
      void request.then((answer) => {
        if (!isCurrent) return;
        setLast({ query, leads: answer.ok ? answer.value.leads : [], hasFailed: !answer.ok });
      });
    });
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [query, isAnswered, bridge, schedule]);
  const retry = (): void => setLast({ ...last, query: null });
  if (query === '') return { leads: [], state: 'found', retry };
  const named = last.leads.filter(({ customerName }) => computeFit(query, customerName) !== null);
  const others = last.leads.filter((lead) => !named.includes(lead));
  return {
    leads: [...named, ...others].slice(0, maxShown),
    state: !isAnswered ? 'searching' : last.hasFailed ? 'failed' : 'found',
    retry,
  };
};
