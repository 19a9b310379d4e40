/** The files of messages as a row of the list counts and names them. */
import { isPhoto } from '../../../contract/photos.ts';
import { attachment, type LeadRow } from '../../../contract/records.ts';
import { readStoredList } from '../platform/store/stored.ts';

/** @param kept attachments as `messages` holds them; what cannot be read has no files */
export const filesIn = (kept: readonly string[]): NonNullable<LeadRow['lastFiles']> => {
  const files = kept.flatMap((text) => readStoredList(attachment, text));
  const others = files.filter((file) => !isPhoto(file));
  return {
    photos: files.length - others.length,
    names: others.flatMap(({ fileName }) => fileName || []),
  };
};
