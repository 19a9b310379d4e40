/** Channels that reach the professional away from the desk. The window and main share these checks, without zod. */
import { isEncryptedOrLocal } from './address.ts';

type Field = {
  /** Format of the value. */
  readonly form: 'address' | 'host' | 'port' | 'security' | 'email' | 'word' | 'line';
  /** Stored, but never shown again. */
  readonly secret?: true;
  readonly optional?: true;
};

/** The fields of each kind of channel, in the order of the form. */
export const channelFields = {
  ntfy: {
    server: { form: 'address' },
    topic: { form: 'word' },
    token: { form: 'word', secret: true, optional: true },
  },
  pushover: {
    user: { form: 'word' },
    token: { form: 'word', secret: true },
  },
  telegram: {
    chat: { form: 'word' },
    token: { form: 'word', secret: true },
  },
  slack: { address: { form: 'address', secret: true } },
  discord: { address: { form: 'address', secret: true } },
  email: {
    to: { form: 'email' },
    from: { form: 'email' },
    host: { form: 'host' },
    security: { form: 'security' },
    port: { form: 'port' },
    username: { form: 'line', optional: true },
    password: { form: 'line', secret: true, optional: true },
  },
  webhook: {
    address: { form: 'address', secret: true },
    key: { form: 'line', secret: true },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

export type ChannelKind = keyof typeof channelFields;
export type FieldName<K extends ChannelKind = ChannelKind> = K extends ChannelKind
  ? keyof (typeof channelFields)[K] & string
  : never;
export type ChannelFields<K extends ChannelKind = ChannelKind> = Readonly<
  Record<FieldName<K>, string>
>;

export const channelKinds = Object.keys(channelFields) as ChannelKind[];
export const listFields = (kind: ChannelKind): readonly (readonly [FieldName, Field])[] =>
  Object.entries(channelFields[kind]) as [FieldName, Field][];

/** Choices in the settings: minutes without a reply in business hours, and hourly messages to a channel. */
export const reachAfterMinutes = [0, 5, 15, 30, 60] as const;
export const reachMostPerHour = [6, 12, 30, 60] as const;

export const securities = ['tls', 'starttls'] as const;
export const maxChannelNameLength = 60;
export const maxChannelFieldLength = 500;
export const maxChannels = 10;
/** A shorter key of a webhook could be guessed from one signed message. */
const minKeyLength = 16;

export type FieldMistake = 'missing' | 'address' | 'https' | 'email' | 'port' | 'word' | 'short';

const checkAddress = (text: string): FieldMistake | null => {
  if (!URL.canParse(text)) return 'address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'address';
  if (isEncryptedOrLocal(url)) return null;
  return url.protocol === 'http:' ? 'https' : 'address';
};

const checks: Readonly<Record<Field['form'], (text: string) => FieldMistake | null>> = {
  address: checkAddress,
  host: (text) => (/^[\w.:[\]-]+$/.test(text) ? null : 'address'),
  port: (text) => (/^\d{1,5}$/.test(text) && +text >= 1 && +text <= 65_535 ? null : 'port'),
  security: (text) => (securities.some((each) => each === text) ? null : 'word'),
  email: (text) => (/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(text) ? null : 'email'),
  word: (text) => (/^[\w.:@-]+$/.test(text) ? null : 'word'),
  line: (text) => (/\p{Cc}/u.test(text) ? 'word' : null),
};

/** Returns the mistake in a typed field, or null. Ignores surrounding blanks. */
export const checkField = (
  kind: ChannelKind,
  name: FieldName,
  typed: string,
): FieldMistake | null => {
  const [, field] = listFields(kind).find(([each]) => each === name) ?? [];
  const text = typed.trim();
  if (field === undefined) return 'word';
  if (text === '') return field.optional === true ? null : 'missing';
  if (kind === 'webhook' && name === 'key' && text.length < minKeyLength) return 'short';
  return checks[field.form](text);
};

/** Fields that decide where a secret is sent. */
const targetFields = ['server', 'host', 'port', 'security', 'username', 'address'];

/** True if messages would be sent to another address: then stored secrets must not be reused. */
export const hasNewTarget = (
  typed: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): boolean =>
  targetFields.some(
    (name) => typed[name] !== undefined && typed[name].trim() !== (before[name] ?? ''),
  );
