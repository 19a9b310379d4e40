/** Reads a team's log as a desktop does. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { apiPrefix, listConsumers, buildInboxPrefix } from '../../../../contract/team/desk.ts';
import type { TestDesktop } from './hub.ts';
import type { TestNats } from './nats.ts';

export const createTeamReader = async (
  { nats }: { readonly nats: Pick<TestNats, 'address'> },
  { desktop, user, credential }: TestDesktop,
) => {
  const { credential: made } = await credential();
  const connection = await connect({
    servers: nats.address,
    authenticator: jwtAuthenticator(made?.jwt ?? '', user.getSeed()),
    inboxPrefix: buildInboxPrefix(desktop),
    reconnect: false,
  });
  const js = jetstream(connection, { apiPrefix });
  const jsm = await jetstreamManager(connection, { checkAPI: false, apiPrefix });
  return {
    /** @param branch the first token of their subjects */
    entries: async (branch: string) => {
      const info = await jsm.consumers.add('TEAM', {
        mem_storage: true,
        name: listConsumers(desktop)[0] ?? '',
      });
      const found = [];
      const consumer = js.consumers.getConsumerFromInfo(info);
      if (info.num_pending > 0)
        for await (const { subject, data, seq } of await consumer.fetch({
          max_messages: info.num_pending,
          expires: 10_000,
        }))
          if (subject.startsWith(`${branch}.`)) found.push({ subject, data, sequence: seq });
      await consumer.delete();
      return found;
    },
    close: () => connection.close(),
  };
};
