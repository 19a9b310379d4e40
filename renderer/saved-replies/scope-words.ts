/** Which leads a saved reply is for, in words; a business that is gone is said to be. */
import { useTranslation } from 'react-i18next';
import type { SavedReplyScope } from '../../contract/commands/saved-replies.ts';
import { useCounts } from '../leads/counts.ts';

export const useScopeWords = (): ((scope: SavedReplyScope) => string) => {
  const { t } = useTranslation('savedReplies');
  const { businesses, counts } = useCounts();
  return (scope) => {
    if (scope.for === 'all') return t('scope.all');
    if (scope.for === 'category') return scope.category;
    const here = businesses.find(({ businessID }) => businessID === scope.businessID);
    if (here !== undefined || counts === null) return here?.name ?? scope.businessName;
    return t('scope.gone', { name: scope.businessName });
  };
};
