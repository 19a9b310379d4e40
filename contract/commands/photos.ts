/** Photos of requests and messages: the engine fetches and stores them, and the page shows them. */
import { z } from 'zod';
import { maxThumbnailBytes, photoFile, thumbnailFile } from '../photos.ts';
import { attachment, leadID, messageID, side } from '../records.ts';
import { engineCommand, mainCommand, readonlyObject } from '../schema.ts';

/** An attachment of a message, or of the request if `messageID` is null. */
const attachmentPosition = {
  leadID,
  messageID: messageID.nullable(),
  index: z.int().min(0).max(999),
};

const storedPhoto = z.string().regex(photoFile);
const thumbnail = z.string().regex(thumbnailFile);

export const photoCommands = {
  /** All photos of a lead: the request's first, then the messages', oldest first. Errors: `not_found`. */
  'photos.list': engineCommand(
    { leadID },
    {
      photos: z.array(
        readonlyObject({
          messageID: messageID.nullable(),
          index: z.int(),
          file: attachment,
          /** Null for the request's. */
          side: side.nullable(),
          at: z.int(),
        }),
      ),
    },
  ),
  /**
   * Fetches a photo, unless it is stored already, and returns its file name for `buildPhotoAddress`. Errors:
   * `not_found`; those of a request; `unexpected_answer` if it is not a photo, too large, or at an address that is not
   * allowed.
   */
  'photos.get': engineCommand(
    {
      ...attachmentPosition,
      /** Fetches it again after a failure, or if the stored one cannot be shown. */
      again: z.boolean().optional(),
    },
    {
      file: storedPhoto,
      /** Null until `photos.keepThumbnail`. */
      thumbnail: thumbnail.nullable(),
    },
  ),
  /** Stores a thumbnail drawn by the page. Errors: `not_found` if its photo is gone or the bytes are not a WebP. */
  'photos.keepThumbnail': engineCommand(
    { file: storedPhoto, bytes: z.base64().max(Math.ceil(maxThumbnailBytes / 3) * 4) },
    { thumbnail },
  ),
  /** Asks where to save a stored photo and saves it; false if the dialog was closed. Errors: `not_found`. */
  'photos.save': mainCommand(
    { file: storedPhoto, name: z.string().max(300) },
    { saved: z.boolean() },
  ),
} as const;
