/** Counts the matches of a search in the open conversation and moves between them. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../contract/records.ts';
import { hasTerms, parseTerms } from '../../contract/search-words.ts';
import { useActions } from '../platform/actions.ts';
import { findPlaceIndex } from '../leads/searching.ts';
import { useConversation, useLeads, useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './thread.module.css';

export const MatchBar = ({ leadID }: { readonly leadID: LeadID }) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { searching } = useLeadStores();
  const query = useLeads((state) => state.query);
  const isForWords = useMemo(() => hasTerms(parseTerms(query)), [query]);
  const place = useConversation((state) => state.scrollTarget?.place ?? null);
  const found = useAnswer('search.places', { leadID, query }, isForWords).value;
  if (!isForWords || found === undefined) return null;
  const { places, isWhole } = found;
  if (places.length === 0 && isWhole) return null;
  const { step } = searching.getState();
  return (
    <div role="group" aria-label={t('search.places')} className={styles.matches}>
      <span role="status" className="tabular">
        {places.length === 0
          ? t('search.noPlace')
          : t(isWhole ? 'search.place' : 'search.placeOrMore', {
              at: findPlaceIndex(places, place) + 1,
              count: places.length,
            })}
      </span>
      {places.length > 1 && (
        <>
          <IconButton
            label={t('search.previous')}
            hint={getHint('previousMatch')}
            onClick={() => void step(-1)}
          >
            <IconChevronUp size={16} stroke={1.75} />
          </IconButton>
          <IconButton
            label={t('search.next')}
            hint={getHint('nextMatch')}
            onClick={() => void step(1)}
          >
            <IconChevronDown size={16} stroke={1.75} />
          </IconButton>
        </>
      )}
    </div>
  );
};
