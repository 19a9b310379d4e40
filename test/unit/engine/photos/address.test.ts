/** Photos may come only from the internet and from the account's service. */
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toServiceAddress,
  isPublic,
  lookUpPublic,
  findNetwork,
} from '../../../../main/engine/photos/address.ts';

const service = 'https://pro-api.example/v4';
const sandbox = 'http://127.0.0.1:4100';
const where = (address: string, of = service) => findNetwork(new URL(address), of);

describe('a photo is fetched', () => {
  it('from the internet, over https', () => {
    expect(where('https://images.example/a.png')).toBe('internet');
    expect(where('https://93.184.216.34/a.png')).toBe('internet');
    expect(where('http://images.example/a.png')).toBeNull();
    expect(where('ftp://images.example/a.png')).toBeNull();
    expect(where('file:///etc/passwd')).toBeNull();
    expect(where('https://user:word@images.example/a.png')).toBeNull();
  });

  it('from the account’s service, even on this computer or network', () => {
    expect(where('https://pro-api.example/a.png')).toBe('home');
    expect(where('https://10.1.2.3/a.png', 'https://10.1.2.3:8443/v4')).toBe('home');
    expect(where('http://127.0.0.1:4200/a.png', sandbox)).toBe('home');
    expect(where('http://localhost:4200/a.png', sandbox)).toBe('home');
    expect(where('http://images.example/a.png', sandbox)).toBeNull();
    expect(where('https://10.1.2.4/a.png', 'https://10.1.2.3:8443/v4')).toBeNull();
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:1::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::1]/',
    'https://[64:ff9b:1::1]/',
  ])('never from %s', (address) => {
    expect(where(address)).toBeNull();
  });

  it('never from a private address in any notation', () => {
    fc.assert(
      fc.property(
        fc.constantFrom([10, 0], [127, 0], [192, 168], [169, 254]),
        fc.integer({ min: 0, max: 65_535 }),
        ([a = 0, b = 0], rest) => {
          const number = ((a << 24) | (b << 16) | rest) >>> 0;
          const dotted = [a, b, rest >> 8, rest & 255].join('.');
          for (const host of [
            dotted,
            `${number}`,
            `0x${number.toString(16)}`,
            `[::ffff:${dotted}]`,
          ])
            expect(where(`https://${host}/`)).toBeNull();
          expect(isPublic(dotted)).toBe(false);
        },
      ),
    );
  });

  it('from public addresses of either family', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '64:ff9b::808:808'])
      expect(isPublic(address)).toBe(true);
    expect(isPublic('fe80::1%eth0')).toBe(false);
    expect(isPublic('nowhere')).toBe(false);
  });
});

it('a host name that resolves to this computer is refused', async () => {
  const look = promisify(lookUpPublic) as unknown as (
    name: string,
    options: object,
  ) => Promise<unknown>;
  await expect(look('localhost', { all: true })).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
  await expect(look('localhost', {})).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
});

it('a photo address of an earlier practice service is moved to the current one', () => {
  expect(toServiceAddress('http://127.0.0.1:4000/attachments/1/a.png?x', sandbox)).toBe(
    'http://127.0.0.1:4100/attachments/1/a.png?x',
  );
  expect(toServiceAddress('https://images.example/a.png', sandbox)).toBe(
    'https://images.example/a.png',
  );
});
