import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../main/engine/tunnel/address.ts';

describe('a public address', () => {
  it.each([
    ['https://leads.example.com', 'https://leads.example.com'],
    ['  leads.example.com/ ', 'https://leads.example.com'],
    ['https://Example.com:8443/office/', 'https://example.com:8443/office'],
    ['https://203.0.113.9', 'https://203.0.113.9'],
    ['https://10.example.com', 'https://10.example.com'],
    ['https://0.tcp.example.io', 'https://0.tcp.example.io'],
    ['https://192.168.example.com', 'https://192.168.example.com'],
  ])('%s is parsed as %s', (typed, base) => {
    expect(parseAddress(typed, false)).toEqual({ base });
  });

  it.each([
    ['', 'empty'],
    ['https://', 'not_an_address'],
    ['https://two words.example.com', 'not_an_address'],
    ['http://leads.example.com', 'needs_https'],
    ['ftp://leads.example.com', 'needs_https'],
    ['https://pat:secret@example.com', 'too_much'],
    ['https://example.com/?a=b', 'too_much'],
    ['https://example.com/#part', 'too_much'],
    ['https://192.168.1.5', 'only_this_computer'],
    ['https://10.0.0.1', 'only_this_computer'],
    ['https://10.1', 'only_this_computer'],
    ['https://172.20.0.1', 'only_this_computer'],
    ['https://169.254.10.1', 'only_this_computer'],
    ['https://[fd00::1]', 'only_this_computer'],
    ['https://office', 'only_this_computer'],
    ['https://office.local', 'only_this_computer'],
    ['http://127.0.0.1:8787', 'only_this_computer'],
    ['https://localhost', 'only_this_computer'],
    ['http://[::1]:80', 'only_this_computer'],
  ])('%s is refused: %s', (typed, mistake) => {
    expect(parseAddress(typed, false)).toEqual({ mistake });
  });

  it('may be on this computer only if the service is there too', () => {
    expect(parseAddress('http://127.0.0.1:8787/', true)).toEqual({ base: 'http://127.0.0.1:8787' });
    expect(parseAddress('http://10.0.0.1', true)).toEqual({ mistake: 'needs_https' });
  });
});
