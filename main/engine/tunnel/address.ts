/** Validates public addresses. Local ones are only for a service on this computer. */
import type { SetupMistake } from '../../../contract/commands/tunnel.ts';
import { isLoopback } from '../platform/http/loopback.ts';

/** Private IPv4 addresses (RFC 1918, RFC 3927). */
const privateIPv4 = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|0)(\.\d{1,3}){1,3}$/;
/** Private names and IPv6 addresses (RFC 6762, RFC 4193). */
const privateName = /^\[(::\]$|f[cd]|fe80)|\.(local|internal|lan|home\.arpa)$|^[^.[]+$/;

export type ParsedAddress =
  | { readonly base: string }
  | { readonly mistake: SetupMistake['reason'] };

/**
 * Parses a public address as typed.
 * @param text `https://` is optional; the path stays without its final slash
 * @param allowsLoopback true if a service on this computer is connected
 * @returns the base address of the endpoints, or the mistake
 */
export const parseAddress = (text: string, allowsLoopback: boolean): ParsedAddress => {
  const typed = text.trim();
  if (typed === '') return { mistake: 'empty' };
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address) || /\s/.test(address)) return { mistake: 'not_an_address' };
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return { mistake: 'too_much' };
  if (isLoopback(url.href)) {
    const isAllowed = allowsLoopback && ['http:', 'https:'].includes(url.protocol);
    return isAllowed ? { base: toBase(url) } : { mistake: 'only_this_computer' };
  }
  if (url.protocol !== 'https:') return { mistake: 'needs_https' };
  if (privateIPv4.test(url.hostname) || privateName.test(url.hostname))
    return { mistake: 'only_this_computer' };
  return { base: toBase(url) };
};

const toBase = (url: URL): string => url.origin + url.pathname.replace(/\/+$/, '');
