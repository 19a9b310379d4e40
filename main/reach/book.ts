/** The vault's records of channels. Loaded at every start, so it imports no kind of channel. */
import { z } from 'zod';
import { channelFields, listFields, type ChannelKind } from '../../contract/channels.ts';
import type { AttachedChannel } from '../../contract/port.ts';
import { channelID, type ChannelID, type ShownChannel } from '../../contract/reach.ts';
import { readonlyObject } from '../../contract/schema.ts';
import type { Vault } from '../vault/vault.ts';

const channelRecord = readonlyObject({
  name: z.string(),
  kind: z.enum(Object.keys(channelFields) as [ChannelKind, ...ChannelKind[]]),
  on: z.boolean(),
  fields: z.record(z.string(), z.string()).readonly(),
});
export type ChannelRecord = z.infer<typeof channelRecord>;

const prefix = 'channel:';

export type ChannelBook = ReturnType<typeof createChannelBook>;

export const createChannelBook = (
  vault: Pick<Vault, 'read' | 'write' | 'remove' | 'listNames'>,
) => {
  const readChannel = (id: ChannelID): ChannelRecord | null =>
    channelRecord.safeParse(vault.read(prefix + id)).data ?? null;
  const listChannelIDs = (): readonly ChannelID[] =>
    vault
      .listNames()
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => channelID.safeParse(name.slice(prefix.length)).data ?? []);
  return {
    listChannelIDs,
    readChannel,
    save: (id: ChannelID, record: ChannelRecord) => vault.write(prefix + id, record),
    remove: (id: ChannelID) => vault.remove(prefix + id),
    listAttached: (): readonly AttachedChannel[] =>
      listChannelIDs().flatMap((id) => {
        const record = readChannel(id);
        return record === null ? [] : { channelID: id, on: record.on };
      }),
  };
};

const hosts: Partial<Record<ChannelKind, string>> = {
  pushover: 'api.pushover.net',
  telegram: 'api.telegram.org',
};

/** Describes the recipient for people: an email address or a host. */
const describeRecipient = ({ kind, fields }: ChannelRecord): string => {
  if (kind === 'email') return fields['to'] ?? '';
  const address = fields['server'] ?? fields['address'] ?? '';
  return URL.canParse(address) ? new URL(address).host : (hosts[kind] ?? '');
};

export const toShownChannel = (id: ChannelID, record: ChannelRecord): ShownChannel => {
  const { name, kind, on, fields } = record;
  const secrets = listFields(kind).flatMap(([field, { secret }]) =>
    secret === true ? [field] : [],
  );
  return {
    channelID: id,
    name,
    kind,
    on,
    place: describeRecipient(record),
    fields: Object.fromEntries(
      Object.entries(fields).filter(([field]) => !secrets.some((secret) => secret === field)),
    ),
    stored: secrets.filter((secret) => (fields[secret] ?? '') !== ''),
  };
};
