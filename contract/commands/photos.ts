/** Photos of requests and messages, which the engine fetches and keeps and the page only shows. */
import { z } from 'zod';
import { largestThumbnail, photoFile, thumbnailFile } from '../photos.ts';
import { attachment, leadID, messageID, side } from '../records.ts';
import { command } from './command.ts';

/** A file of a lead by where it stands: of a message, or of the request itself (null). */
const place = {
  leadID,
  messageID: messageID.nullable(),
  index: z.number().int().min(0).max(999),
};

const keptPhoto = z.string().regex(photoFile);
const thumbnail = z.string().regex(thumbnailFile);

export const photoCommands = {
  /** Every photo of a lead: the request's first, then the messages', oldest first. */
  'photos.list': command(
    'engine',
    z.strictObject({ leadID }),
    z.strictObject({
      photos: z.array(
        z
          .object({
            messageID: messageID.nullable(),
            index: z.number().int(),
            file: attachment,
            /** Whose message it is of; null for the request's own. */
            side: side.nullable(),
            at: z.number().int(),
          })
          .readonly(),
      ),
    }),
  ),
  /**
   * Fetches a photo, unless it is kept already, and says under which name the page finds it
   * (`photoAddress`). Errors: those of a request; `unexpected_answer` for what is no photo, is too
   * large or lies where nothing is fetched from.
   */
  'photos.get': command(
    'engine',
    z.strictObject({
      ...place,
      /** The kept one could not be shown, or an earlier try failed: fetch it anew. */
      again: z.boolean().optional(),
    }),
    z.strictObject({
      file: keptPhoto,
      /** Its small version; null until `photos.keepThumbnail` has brought it. */
      thumbnail: thumbnail.nullable(),
    }),
  ),
  /**
   * Keeps the small version of a kept photo, which the page has drawn: a WebP of at most 64,000 bytes.
   * Error: `not_found` for a photo that is not kept any more, and for bytes that are no WebP.
   */
  'photos.keepThumbnail': command(
    'engine',
    z.strictObject({
      file: keptPhoto,
      bytes: z.base64().max(Math.ceil(largestThumbnail / 3) * 4),
    }),
    z.strictObject({ thumbnail }),
  ),
  /** Asks where to save a kept photo and copies it there; false when the dialog was closed. */
  'photos.save': command(
    'main',
    z.strictObject({ file: keptPhoto, name: z.string().max(300) }),
    z.strictObject({ saved: z.boolean() }),
  ),
} as const;
