/**
 * One photo: where the page finds it, or why it is not here. The engine is asked once; a failure is
 * not asked about again before a person says so, and what is kept but cannot be drawn is fetched anew
 * once.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { photoAddress } from '../../contract/photos.ts';
import { asked } from '../platform/queries.ts';
import { useThreadStores } from './stores.ts';
import { cannotBeDrawn } from './thumbnails.ts';
import type { PhotoPlace } from '../leads/photo-place.ts';

export type ShownPhoto = {
  /** The name that the engine keeps it under. */
  readonly file: string | null;
  readonly src: string | null;
  /** The name of its small version; null while that is not known. */
  readonly thumbnail: string | null;
  /** How often it was fetched anew for this place. */
  readonly tries: number;
  readonly error: Failure | null;
  /** The page could not draw it. */
  readonly broke: () => void;
  readonly retry: () => void;
};

export const usePhoto = (place: PhotoPlace): ShownPhoto => {
  const { bridge, queries } = useThreadStores();
  const { data, error, isFetching } = useQuery(
    { ...asked('photos.get', place), retryOnMount: false },
    queries.client,
  );
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<Failure | null>(null);
  const [asks, setAsks] = useState(false);

  const again = async (): Promise<void> => {
    setAsks(true);
    const answer = await bridge.invoke('photos.get', { ...place, again: true });
    setAsks(false);
    setTries(tries + 1);
    setFailed(answer.ok ? null : answer.error);
    if (answer.ok) queries.keep('photos.get', place, answer.value);
  };
  const file = data?.file ?? null;
  const isWaiting = asks || (isFetching && file === null);
  return {
    file,
    thumbnail: data?.thumbnail ?? null,
    tries,
    src: file === null || failed !== null || asks ? null : photoAddress(file, tries),
    error: isWaiting ? null : (failed ?? (file === null ? error : null)),
    broke: () => {
      if (tries === 0) void again();
      else setFailed(cannotBeDrawn);
    },
    retry: () => void again(),
  };
};

/** The same for the small version, which is made of the whole photo where there is none yet. */
export const useThumbnail = ({ leadID, messageID, index }: PhotoPlace): ShownPhoto => {
  const photo = usePhoto({ leadID, messageID, index });
  const { thumbnails } = useThreadStores();
  const { forget, draw } = thumbnails.getState();
  const { file, src, error, tries } = photo;
  const drawn = useStore(thumbnails, (state) => (file === null ? undefined : state.drawn[file]));
  const small = photo.thumbnail ?? (drawn?.ok === true ? drawn.value : null);
  const isWanted = src !== null && small === null && drawn === undefined;
  useEffect(() => {
    if (isWanted && file !== null) draw({ leadID, messageID, index }, file);
  }, [isWanted, file, draw, leadID, messageID, index]);
  const anew = (act: () => void) => (): void => {
    if (file !== null) forget(file);
    act();
  };
  return {
    ...photo,
    src: src === null || small === null ? null : photoAddress(small, tries),
    error: error ?? (src !== null && drawn?.ok === false ? drawn.error : null),
    broke: anew(photo.broke),
    retry: anew(photo.retry),
  };
};
