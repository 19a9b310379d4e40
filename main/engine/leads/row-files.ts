/** Counts and names the files of messages for a list row. */
import { isPhoto } from '../../../contract/photos.ts';
import { attachment, type LeadRow } from '../../../contract/records.ts';
import { readStoredList } from '../platform/store/stored.ts';

/** @param kept attachments as stored in `messages`; unreadable ones count as none */
export const filesIn = (kept: readonly string[]): NonNullable<LeadRow['lastFiles']> => {
  const files = kept.flatMap((text) => readStoredList(attachment, text));
  const others = files.filter((file) => !isPhoto(file));
  return {
    photos: files.length - others.length,
    names: others.flatMap(({ fileName }) => fileName || []),
  };
};
