/** The vault's records of channels. Loaded at every start, so it imports no kind of channel. */
import { z } from 'zod';
import { channelFields, fieldsOf, type ChannelKind } from '../../contract/channels.ts';
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

export const createChannelBook = (vault: Pick<Vault, 'read' | 'write' | 'remove' | 'names'>) => {
  const channel = (id: ChannelID): ChannelRecord | null =>
    channelRecord.safeParse(vault.read(prefix + id)).data ?? null;
  const channelIDs = (): readonly ChannelID[] =>
    vault
      .names()
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => channelID.safeParse(name.slice(prefix.length)).data ?? []);
  return {
    channelIDs,
    channel,
    save: (id: ChannelID, record: ChannelRecord) => vault.write(prefix + id, record),
    remove: (id: ChannelID) => vault.remove(prefix + id),
    attached: (): readonly AttachedChannel[] =>
      channelIDs().flatMap((id) => {
        const record = channel(id);
        return record === null ? [] : { channelID: id, on: record.on };
      }),
  };
};

const hosts: Partial<Record<ChannelKind, string>> = {
  pushover: 'api.pushover.net',
  telegram: 'api.telegram.org',
};

/** The recipient as people see it: an email address or a host. */
const recipientOf = ({ kind, fields }: ChannelRecord): string => {
  if (kind === 'email') return fields['to'] ?? '';
  const address = fields['server'] ?? fields['address'] ?? '';
  return URL.canParse(address) ? new URL(address).host : (hosts[kind] ?? '');
};

export const shownChannelOf = (id: ChannelID, record: ChannelRecord): ShownChannel => {
  const { name, kind, on, fields } = record;
  const secrets = fieldsOf(kind).flatMap(([field, { secret }]) => (secret === true ? [field] : []));
  return {
    channelID: id,
    name,
    kind,
    on,
    place: recipientOf(record),
    fields: Object.fromEntries(
      Object.entries(fields).filter(([field]) => !secrets.some((secret) => secret === field)),
    ),
    stored: secrets.filter((secret) => (fields[secret] ?? '') !== ''),
  };
};
