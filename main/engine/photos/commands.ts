/** Handlers of `photos.*`. */
import { fail, succeed } from '../../../contract/errors.ts';
import { isPhoto } from '../../../contract/photos.ts';
import type { Attachment, MessageID, Side } from '../../../contract/records.ts';
import { failNoSuchLead, type Handlers } from '../platform/command/handler.ts';
import { toRow } from '../platform/store/ids.ts';
import type { Photos } from './photos.ts';

export type FilesOfOne = {
  /** Null for the request. */
  readonly messageID: MessageID | null;
  readonly side: Side | null;
  readonly at: number;
  readonly files: readonly Attachment[];
};

export const createPhotoCommands = ({
  listFiles,
  photos,
}: {
  /** The request first; null for an unknown lead. */
  readonly listFiles: (
    lead: number,
  ) => { readonly accountID: string; readonly all: readonly FilesOfOne[] } | null;
  readonly photos: Pick<Photos, 'get' | 'findThumbnail' | 'keepThumbnail'>;
}): Handlers<'photos.list' | 'photos.get' | 'photos.keepThumbnail'> => ({
  'photos.list': ({ leadID }) => {
    const lead = toRow(leadID);
    const files = lead === null ? null : listFiles(lead);
    if (files === null) return failNoSuchLead();
    return succeed({
      photos: files.all.flatMap(({ messageID, side, at, files: ofOne }) =>
        ofOne.flatMap((file, index) =>
          isPhoto(file) ? [{ messageID, side, at, index, file }] : [],
        ),
      ),
    });
  },
  'photos.get': async ({ leadID, messageID, index, again = false }) => {
    const lead = toRow(leadID);
    const files = lead === null ? null : listFiles(lead);
    if (lead === null || files === null) return failNoSuchLead();
    const file = files.all.find((one) => one.messageID === messageID)?.files[index];
    if (file === undefined || file.url === null || !isPhoto(file))
      return fail('not_found', 'There is no such photo.');
    const { accountID } = files;
    const name = await photos.get({ lead, accountID, address: file.url }, again);
    return name.ok
      ? succeed({ file: name.value, thumbnail: photos.findThumbnail(name.value) })
      : name;
  },
  'photos.keepThumbnail': async ({ file, bytes }) => {
    const thumbnail = await photos.keepThumbnail(file, Buffer.from(bytes, 'base64'));
    return thumbnail === null
      ? fail('not_found', 'The photo is no longer stored, or this is not its thumbnail.')
      : succeed({ thumbnail });
  },
});
