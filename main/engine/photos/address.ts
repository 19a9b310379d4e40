/**
 * Allowed addresses of photos, which customers send: https and public, so that none leads to this
 * computer or its network. Addresses at the account's own service need not be public.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '../platform/http/loopback.ts';

/** Non-public ranges (RFC 6890 and its successors). */
const notPublic4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic4.addSubnet(net, bits, 'ipv4');

const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');
const notPublic6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic6.addSubnet(net, bits, 'ipv6');

/** Prefix of IPv4 addresses in IPv6-only networks (RFC 6052). */
const embeddedIPv4 = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/;

const parseEmbeddedIPv4 = (address: string): string | null => {
  const [, high = '0', low] = embeddedIPv4.exec(address) ?? [];
  if (low === undefined) return null;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
};

/** True for a public IP address. */
export const isPublic = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  if (family !== 6) return false;
  // Normalized, so that each address has one spelling; one with a zone is not public.
  if (!URL.canParse(`http://[${address}]`)) return false;
  const normalized = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const ipv4 = parseEmbeddedIPv4(normalized);
  if (ipv4 !== null) return isPublic(ipv4);
  return public6.check(normalized, 'ipv6') && !notPublic6.check(normalized, 'ipv6');
};

/** `home`: at the account's own service. `internet`: public addresses only. */
export type Where = 'home' | 'internet';

/** Finds the network of an allowed address, or null; `service` is the address of the account's service. */
export const findNetwork = (url: URL, service: string): Where | null => {
  if (url.username !== '' || url.password !== '') return null;
  const areBothLocal = isLoopback(service) && isLoopback(url.href);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && areBothLocal)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (areBothLocal || host === new URL(service).hostname) return 'home';
  return isIP(host) !== 0 && !isPublic(host) ? null : 'internet';
};

/** Corrects an address of the practice service, whose port changes at each start. */
export const toServiceAddress = (address: string, service: string): string => {
  if (!isLoopback(address)) return address;
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, service).href;
};

/** Resolves a name to its public addresses; fails with ENOTPUBLIC if there are none. */
export const lookUpPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '');
    const allowed: LookupAddress[] = found.filter(({ address }) => isPublic(address));
    const [first] = allowed;
    if (first === undefined) {
      done(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), '');
    } else if (options.all === true) done(null, allowed);
    else done(null, first.address, first.family);
  });
};
