/**
 * One photo: where the page finds it, or why it is not here. The engine is asked once; a failure is
 * not asked about again before a person says so, and what is kept but cannot be drawn is fetched anew
 * once.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '../../contract/errors.ts';
import { photoAddress } from '../../contract/photos.ts';
import { asked } from './queries.ts';
import { useStores } from './stores.ts';
import type { PhotoPlace } from './viewer.ts';

export type ShownPhoto = {
  /** The name that the engine keeps it under. */
  readonly file: string | null;
  readonly src: string | null;
  readonly error: Failure | null;
  /** The page could not draw it. */
  readonly broke: () => void;
  readonly retry: () => void;
};

const cannotBeDrawn: Failure = {
  code: 'unexpected_answer',
  message: 'The photo cannot be drawn.',
};

export const usePhoto = (place: PhotoPlace): ShownPhoto => {
  const { bridge, queries } = useStores();
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
    src: file === null || failed !== null || asks ? null : photoAddress(file, tries),
    error: isWaiting ? null : (failed ?? (file === null ? error : null)),
    broke: () => {
      if (tries === 0) void again();
      else setFailed(cannotBeDrawn);
    },
    retry: () => void again(),
  };
};
