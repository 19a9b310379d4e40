/**
 * Fetches a photo from an address that a customer sent: without token or cookie, with at most three
 * redirects, each checked like the address. The first bytes decide the type.
 */
import type { Agent } from 'undici';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { photoRefusals, type PhotoType } from '../../../contract/photos.ts';
import type { Clock } from '../../clock/clock.ts';
import { readAtMost } from '../../http/bounded-fetch.ts';
import { toErrorCode, buildFailure } from '../../http/status.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { lookUpPublic, findNetwork, type Where } from './address.ts';
import { isDrawable, detectType } from './size.ts';

/** Bytes. */
export const maxPhotoSize = 15_000_000;
/** Including redirects. */
export const maxFetchMs = 20_000;
const maxRedirects = 3;

export type Photo = { readonly type: PhotoType; readonly bytes: Buffer };

export type PhotoFetcher = ReturnType<typeof createPhotoFetcher>;

const refuse = (detail: string): Answer<never> =>
  fail('unexpected_answer', 'This is not a photo that can be shown.', { detail });

/** Creates a fetcher, which must be closed. */
export const createPhotoFetcher = (clock: Clock) => {
  let isClosed = false;
  const agents = new Map<Where, Promise<Agent>>();
  const getAgent = (where: Where): Promise<Agent> =>
    getOrAdd(agents, where, async () => {
      const { Agent } = await import('undici');
      return new Agent({
        connections: 2,
        allowH2: false,
        keepAliveTimeout: 4_000,
        connect: { timeout: 10_000, ...(where === 'internet' && { lookup: lookUpPublic }) },
      });
    });

  /** Returns a photo, a redirect, or a failure. */
  const requestOnce = async (
    url: URL,
    where: Where,
    signal: AbortSignal,
  ): Promise<Answer<Photo | URL>> => {
    const { request } = await import('undici');
    const { statusCode, headers, body } = await request(url, {
      dispatcher: await getAgent(where),
      signal,
      headers: {
        accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif',
        'accept-encoding': 'identity',
        'user-agent': 'Hearthline',
      },
    });
    const discardBody = (): void => void body.on('error', () => undefined).destroy();
    const { location } = headers;
    if ([301, 302, 303, 307, 308].includes(statusCode)) {
      discardBody();
      return typeof location === 'string' && URL.canParse(location, url)
        ? succeed(new URL(location, url))
        : refuse('a redirect to nowhere');
    }
    if (statusCode !== 200) {
      discardBody();
      return { ok: false, error: buildFailure(toErrorCode(statusCode), { status: statusCode }) };
    }
    if (Number(headers['content-length'] ?? 0) > maxPhotoSize) {
      discardBody();
      return refuse(photoRefusals.tooLarge);
    }
    const bytes = await readAtMost(maxPhotoSize, body);
    if (bytes === null) return refuse(photoRefusals.tooLarge);
    const type = detectType(bytes);
    if (type === null) return refuse(photoRefusals.ofAnotherType);
    return isDrawable(type, bytes) ? succeed({ type, bytes }) : refuse(photoRefusals.tooManyPixels);
  };

  return {
    /** @param service address of the account's own service */
    fetch: async (address: string, service: string): Promise<Answer<Photo>> => {
      if (!URL.canParse(address)) return refuse('not an address');
      if (isClosed) return { ok: false, error: buildFailure('offline') };
      const abort = new AbortController();
      const cancelTimer = clock.after(maxFetchMs, () => abort.abort());
      try {
        let url = new URL(address);
        for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
          const where = findNetwork(url, service);
          if (where === null) return refuse('nothing is fetched from there');
          const answer = await requestOnce(url, where, abort.signal);
          if (!answer.ok) return answer;
          if (!(answer.value instanceof URL)) return succeed(answer.value);
          url = answer.value;
        }
        return refuse('too many redirects');
      } catch (thrown) {
        if (abort.signal.aborted) return { ok: false, error: buildFailure('timeout') };
        return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOTPUBLIC'
          ? refuse('nothing is fetched from there')
          : { ok: false, error: buildFailure('offline') };
      } finally {
        cancelTimer();
      }
    },
    /** Aborts running requests. */
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.allSettled(
        [...agents.values()].map((opening) => opening.then((agent) => agent.destroy())),
      );
    },
  };
};
