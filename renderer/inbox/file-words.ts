/** What a message without words consists of, in words: "2 photos, Invoice.pdf". */
import type { TFunction } from 'i18next';
import type { LeadRow } from '../../contract/records.ts';

/** @param files null where nothing is known of them */
export const fileWords = (t: TFunction, files: LeadRow['lastFiles']): string => {
  const { photos, names } = files ?? { photos: 0, names: [] };
  const [name = ''] = names;
  const others = names.length > 1 ? t('list.files', { count: names.length }) : name;
  const counted = photos === 0 ? '' : t('list.photos', { count: photos });
  return [counted, others].filter(Boolean).join(', ') || t('list.noWords');
};
