/** Authorization headers: parsed from requests, formatted for deliveries. */
import { createHash, timingSafeEqual } from 'node:crypto';

export const parseBearer = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

export const parseBasic = (
  header: string | undefined,
): { readonly username: string; readonly password: string } | undefined => {
  const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
};

export const formatBasic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Compares two secrets in constant time. */
export const isSameSecret = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};
