import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, parseConfig, readConfig } from '../../../hub/config.ts';
import { createKeyFile, readKeyFile } from '../../../hub/keys.ts';

const least =
  'address: https://hub.example.com\nkeys: /etc/hub/keys\nnats:\n  servers: [nats://127.0.0.1:4222]\n';
/** A profile as the team's desktops have it. */
const teamProfile = JSON.stringify({
  ...{
    name: 'x',
    environment: 'sandbox',
    interface: 'legacy',
    clientId: 'c',
    scopes: ['messages'],
  },
  ...{ baseUrl: 'https://s.example.com', connectUrl: 'https://s.example.com' },
  ...{ redirectUris: ['http://127.0.0.1:4000/callback'], broker: 'https://hub.example.com' },
});
const folder = () => mkdtemp(join(tmpdir(), 'hearthline-hub-'));

it('fills what a configuration leaves out', () => {
  expect(parseConfig(least, {})).toEqual({
    address: 'https://hub.example.com',
    listen: { host: '127.0.0.1', port: 7420 },
    metrics: { host: '127.0.0.1', port: 7421 },
    keys: '/etc/hub/keys',
    nats: { servers: ['nats://127.0.0.1:4222'], replicas: 1 },
    services: [],
    log: 'info',
  });
});

it('takes every field from the environment, which wins over the file', () => {
  const env = {
    HUB_ADDRESS: 'https://other.example.com',
    HUB_LISTEN_PORT: '80',
    HUB_NATS_SERVERS: 'tls://a:4222,tls://b:4222',
    HUB_NATS_REPLICAS: '3',
  };
  expect(parseConfig(least, env)).toMatchObject({
    address: 'https://other.example.com',
    listen: { host: '127.0.0.1', port: 80 },
    nats: { servers: ['tls://a:4222', 'tls://b:4222'], replicas: 3 },
  });
  expect(parseConfig('', { ...env, HUB_KEYS: 'keys' }).keys).toBe('keys');
});

it.each([
  ['address', 'address: hub\n', 'must be an address like https://hub.example.com'],
  ['listen.port', `${least}listen: { port: 70000 }\n`, 'expected number to be <=65535'],
  ['nats.replicas', `${least}  replicas: 2\n`, 'expected one of 1|3'],
  ['nats.servers', least.replace('nats://', 'http://'), 'nats://127.0.0.1:4222'],
  ['listn', `${least}listn: {}\n`, 'Unrecognized key'],
  ['keys', least.replace('keys: /etc/hub/keys\n', ''), 'expected string'],
  ['services[0]', `${least}services: [{ name: x }]\n`, 'environment'],
  ['services[0].broker', `${least}services: [${teamProfile}]\n`, 'enter clientSecret instead'],
])('names the field %s and what it expects', (field, text, expected) => {
  const error = (() => {
    try {
      return parseConfig(text, {});
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toContain(expected);
  expect((error as Error).message).toContain(field);
});

it('names the file that cannot be read', async () => {
  const file = join(await folder(), 'absent.yaml');
  await expect(readConfig({ HUB_CONFIG: file })).rejects.toThrow(
    `${file}: cannot be read (ENOENT)`,
  );
  await writeFile(file, 'a: [');
  await expect(readConfig({ HUB_CONFIG: file })).rejects.toThrow('the file is not YAML');
  await writeFile(file, least);
  expect((await readConfig({ HUB_CONFIG: file })).address).toBe('https://hub.example.com');
});

it('creates a key file that only its owner reads, and never replaces one', async () => {
  const file = join(await folder(), 'secret', 'keys');
  await Promise.all([createKeyFile(file), createKeyFile(file)]);
  const text = await readFile(file, 'utf8');
  await createKeyFile(file);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [one, two] = [await readKeyFile(file), await readKeyFile(file)];
  expect(one.teamAccount('a').getPublicKey()).toBe(two.teamAccount('a').getPublicKey());
  expect(one.teamAccount('a').getPublicKey()).not.toBe(two.teamAccount('b').getPublicKey());
  await chmod(file, 0o640);
  await expect(readKeyFile(file)).rejects.toThrow(/can be read by others/);
  await chmod(file, 0o600);
  await writeFile(file, 'short');
  await expect(readKeyFile(file)).rejects.toThrow(/no key file/);
});
