/** The floor of a team's log: publishing and consuming by the bare library, as the hub's user. */
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamPublishOptions,
} from '@nats-io/jetstream';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { createLogUserToken } from '../../../hub/credentials.ts';
import type { HubKeys } from '../../../hub/keys.ts';
import { sleep } from '../measure.ts';

const fetchMost = 500;

/** Runs `work` for 0 to `count` - 1, `lanes` at a time; returns the number per second. */
export const runInLanes = async (
  lanes: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> => {
  const began = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count / ((performance.now() - began) / 1_000);
};

/** Starts `work` at a fixed rate without waiting for it, with the time at which it was due. */
export const runAtRate = async (
  aSecond: number,
  count: number,
  work: (index: number, dueAt: number) => Promise<void>,
): Promise<void> => {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueAt = began + (index * 1_000) / aSecond;
    while (performance.now() < dueAt) await sleep(1);
    running.push(work(index, dueAt));
  }
  await Promise.all(running);
};

export const openBareLog = async (
  { keys, server }: { readonly keys: HubKeys; readonly server: string },
  team: string,
) => {
  const nats = await connect({
    servers: server,
    authenticator: jwtAuthenticator(
      await createLogUserToken(keys, team),
      keys.logUser(team).getSeed(),
    ),
  });
  const client: JetStreamClient = jetstream(nats);
  const manager = await jetstreamManager(nats, { checkAPI: false });
  return {
    publish: (subject: string, data: Uint8Array, options: Partial<JetStreamPublishOptions> = {}) =>
      client.publish(subject, data, options),
    /** Consumes the entries of a filter after a sequence until `heard` returns false. */
    consume: async (
      filter: string,
      after: number,
      heard: (subject: string, sequence: number) => boolean,
    ): Promise<void> => {
      const info = await manager.consumers.add('TEAM', {
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
        filter_subject: filter,
        mem_storage: true,
        name: `bench${Date.now()}`,
      });
      const consumer = client.consumers.getConsumerFromInfo(info);
      for (;;)
        for await (const { subject, seq } of await consumer.fetch({
          max_messages: fetchMost,
          expires: 2_000,
        }))
          if (!heard(subject, seq)) return;
    },
    readLastSequence: async () => (await manager.streams.info('TEAM')).state.last_seq,
    close: () => nats.close(),
  };
};
export type BareLog = Awaited<ReturnType<typeof openBareLog>>;
