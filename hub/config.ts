/** The hub's configuration: one YAML file, and environment variables that replace single fields. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { serviceProfile } from '../contract/profile.ts';

const listener = (port: number) =>
  z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.coerce.number().int().min(0).max(65_535).default(port),
    })
    .prefault({});

const server = z
  .string()
  .regex(/^(?:nats|tls):\/\/[^\s/@]+$/, 'must be like nats://127.0.0.1:4222');

/** A list, or a comma-separated string. */
const servers = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(server).min(1))
  .or(z.array(server).min(1));

const hubConfig = z
  .strictObject({
    /** Address at which services and desktops reach the hub: the proxy's, without a final slash. */
    address: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://hub.example.com' })
      .refine((text) => !text.endsWith('/'), 'must not end with a slash'),
    listen: listener(7_420),
    /** Health and metrics; never public. */
    metrics: listener(7_421),
    /** The key file. */
    keys: z.string().min(1),
    nats: z.strictObject({
      servers,
      /** Addresses at which desktops reach them; the same if left out. */
      public: servers.optional(),
      /** Copies of each log: 3 on three servers. */
      replicas: z.coerce
        .number()
        .pipe(z.literal([1, 3]))
        .default(1),
      /** File with the certificate authority of the servers. */
      ca: z.string().min(1).optional(),
    }),
    /** Profiles with the client secrets that the hub keeps for its teams. */
    services: z
      .array(
        serviceProfile.refine(({ broker }) => broker === undefined, {
          path: ['broker'],
          error: 'the hub is the broker: enter clientSecret instead, and tokenUrl for v4',
        }),
      )
      .max(10)
      .default([]),
    /** Folder with the keepers of this computer, for one hub only; without it no keeper runs. */
    keepers: z.string().min(1).optional(),
    log: z.enum(['info', 'warn', 'error', 'silent']).default('info'),
  })
  .readonly();
export type HubConfig = z.infer<typeof hubConfig>;

/** Environment variables and the fields that they replace. */
const variables = {
  HUB_ADDRESS: ['address'],
  HUB_LISTEN_HOST: ['listen', 'host'],
  HUB_LISTEN_PORT: ['listen', 'port'],
  HUB_METRICS_HOST: ['metrics', 'host'],
  HUB_METRICS_PORT: ['metrics', 'port'],
  HUB_KEYS: ['keys'],
  HUB_NATS_SERVERS: ['nats', 'servers'],
  HUB_NATS_PUBLIC: ['nats', 'public'],
  HUB_NATS_REPLICAS: ['nats', 'replicas'],
  HUB_NATS_CA: ['nats', 'ca'],
  HUB_KEEPERS: ['keepers'],
  HUB_LOG: ['log'],
} as const;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A configuration that cannot be used; the message names each field and what is expected. */
export class ConfigError extends Error {}

/**
 * Checks a configuration. Throws ConfigError.
 * @param text of the file; may be empty if the environment has all fields
 */
export const parseConfig = (text: string, env: NodeJS.ProcessEnv): HubConfig => {
  let fields: unknown;
  try {
    fields = parse(text) ?? {};
  } catch (thrown) {
    throw new ConfigError(`the file is not YAML: ${(thrown as Error).message.split('\n')[0]}`);
  }
  if (!isFields(fields)) throw new ConfigError('the file must have fields such as "address: …"');
  for (const [name, [first, second]] of Object.entries(variables)) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    if (second === undefined) fields[first] = value;
    else fields[first] = { ...(isFields(fields[first]) ? fields[first] : {}), [second]: value };
  }
  const read = hubConfig.safeParse(fields);
  if (!read.success) throw new ConfigError(z.prettifyError(read.error));
  return read.data;
};

/** Reads the file that HUB_CONFIG names, or hub.yaml of the working folder. Throws ConfigError. */
export const readConfig = async (env: NodeJS.ProcessEnv): Promise<HubConfig> => {
  const file = env['HUB_CONFIG'] ?? 'hub.yaml';
  try {
    return parseConfig(
      await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code === 'ENOENT' && env['HUB_CONFIG'] === undefined) return '';
        throw new ConfigError(`cannot be read (${thrown.code})`);
      }),
      env,
    );
  } catch (thrown) {
    throw thrown instanceof ConfigError ? new ConfigError(`${file}: ${thrown.message}`) : thrown;
  }
};
