/** Loads photos on demand, two at a time, those of the last requested lead first. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Album } from './album.ts';
import { toServiceAddress } from './address.ts';
import type { PhotoFetcher } from './fetch.ts';

const maxAtOnce = 2;

const failNoAccount = (): Answer<never> => fail('not_found', 'There is no such account.');

export type WantedPhoto = {
  readonly lead: number;
  readonly accountID: string;
  readonly address: string;
};

export type Photos = ReturnType<typeof createPhotos>;

export const createPhotos = (dependencies: {
  readonly album: Album;
  readonly fetcher: PhotoFetcher;
  /** Null for an unknown account. */
  readonly findService: (
    accountID: string,
  ) => { readonly address: string; readonly practice: boolean } | null;
}) => {
  const { album, fetcher, findService } = dependencies;
  const pendingAnswers = new Map<string, Promise<Answer<string>>>();
  const waiting: { readonly lead: number; readonly begin: () => void }[] = [];
  let running = 0;

  const startNext = (): void => {
    const latest = waiting.at(-1)?.lead;
    if (running >= maxAtOnce || latest === undefined) return;
    const [first] = waiting.splice(
      waiting.findIndex(({ lead }) => lead === latest),
      1,
    );
    running += 1;
    first?.begin();
  };

  const fetchPhoto = async ({ accountID, address }: WantedPhoto): Promise<Answer<string>> => {
    const service = findService(accountID);
    if (service === null) return failNoAccount();
    const currentAddress = service.practice ? toServiceAddress(address, service.address) : address;
    const fetched = await fetcher.fetch(currentAddress, service.address);
    if (!fetched.ok) return fetched;
    // The account may have been removed during the fetch, or while the photo is written.
    if (findService(accountID) === null) return failNoAccount();
    const name = await album.keep(accountID, address, fetched.value);
    if (findService(accountID) !== null) return succeed(name);
    await album.forget(accountID);
    return failNoAccount();
  };

  const fetchInTurn = async (wanted: WantedPhoto): Promise<Answer<string>> => {
    await new Promise<void>((begin) => {
      waiting.push({ lead: wanted.lead, begin });
      startNext();
    });
    try {
      return await fetchPhoto(wanted);
    } finally {
      running -= 1;
      startNext();
    }
  };

  return {
    /** Returns the file name; `again` fetches the photo even if it is cached. */
    get: (wanted: WantedPhoto, again: boolean): Promise<Answer<string>> => {
      const key = JSON.stringify([wanted.accountID, wanted.address]);
      const pending = pendingAnswers.get(key);
      if (pending !== undefined) return pending;
      const answer = (async () => {
        const name = again ? null : await album.find(wanted.accountID, wanted.address);
        return name === null ? fetchInTurn(wanted) : succeed(name);
      })().finally(() => pendingAnswers.delete(key));
      pendingAnswers.set(key, answer);
      return answer;
    },
    findThumbnail: album.findThumbnail,
    keepThumbnail: album.keepThumbnail,
    forget: album.forget,
    stop: fetcher.close,
  };
};
