/** Loads photos. A failure is retried only on request; one that cannot be drawn is refetched once. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { buildPhotoAddress } from '../../contract/photos.ts';
import { buildQuery } from '../platform/queries.ts';
import { useThreadStores } from './stores.ts';
import { cannotBeDrawn } from './thumbnails.ts';
import type { PhotoPlace } from '../leads/stores.ts';

export const usePhoto = (place: PhotoPlace) => {
  const { bridge, queries } = useThreadStores();
  const { data, error, isFetching } = useQuery(
    { ...buildQuery('photos.get', place), retryOnMount: false },
    queries.client,
  );
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRefetching, setRefetching] = useState(false);

  const refetch = async (): Promise<void> => {
    setRefetching(true);
    const answer = await bridge.invoke('photos.get', { ...place, again: true });
    setRefetching(false);
    setTries(tries + 1);
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) queries.setAnswer('photos.get', place, answer.value);
  };
  const file = data?.file ?? null;
  const isWaiting = isRefetching || (isFetching && file === null);
  return {
    /** Its name in the engine's store. */
    file,
    /** The name of its thumbnail, if known. */
    thumbnail: data?.thumbnail ?? null,
    /** Number of repeated fetches. */
    tries,
    src: file === null || failure !== null || isRefetching ? null : buildPhotoAddress(file, tries),
    error: isWaiting ? null : (failure ?? (file === null ? error : null)),
    /** Refetches a photo that could not be drawn, once. */
    onBroken: (): void => {
      if (tries === 0) void refetch();
      else setFailure(cannotBeDrawn);
    },
    retry: (): void => void refetch(),
  };
};

/** Like `usePhoto`, for the thumbnail, which is drawn from the photo if none is stored. */
export const useThumbnail = ({ leadID, messageID, index }: PhotoPlace) => {
  const photo = usePhoto({ leadID, messageID, index });
  const { thumbnails } = useThreadStores();
  const { forget, draw } = thumbnails.getState();
  const { file, src, error, tries } = photo;
  const drawn = useStore(thumbnails, (state) => (file === null ? undefined : state.drawn[file]));
  const thumbnail = photo.thumbnail ?? (drawn?.ok === true ? drawn.value : null);
  const isWanted = src !== null && thumbnail === null && drawn === undefined;
  useEffect(() => {
    if (isWanted && file !== null) draw({ leadID, messageID, index }, file);
  }, [isWanted, file, draw, leadID, messageID, index]);
  const forgetAndRun = (run: () => void) => (): void => {
    if (file !== null) forget(file);
    run();
  };
  return {
    ...photo,
    src: src === null || thumbnail === null ? null : buildPhotoAddress(thumbnail, tries),
    error: error ?? (src !== null && drawn?.ok === false ? drawn.error : null),
    onBroken: forgetAndRun(photo.onBroken),
    retry: forgetAndRun(photo.retry),
  };
};
