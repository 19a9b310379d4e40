/** The log in JetStream keeps the contract on a real server. */
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import { createBackoff } from '../../../main/clock/backoff.ts';
import { startCluster } from '../../team/cluster.ts';
import { testTeamLog } from '../../team/log-contract.ts';

testTeamLog(async ({ maxBytes = -1 }) => {
  const cluster = await startCluster({ stream: { max_msg_size: 64 * 1024, max_bytes: maxBytes } });
  const { member, addresses, kill, start, ready, recreate, purgeTo, close } = cluster;
  return {
    connect: async () =>
      createJetStreamLog({
        servers: addresses,
        credentials: await member({ pub: { deny: ['team.>'] } }),
        inboxPrefix: '_INBOX.desktop',
        reconnect: createBackoff({ first: 100, max: 500, jitter: 1 }),
      }),
    stop: () => kill(0),
    start: async () => {
      start(0);
      await ready();
    },
    recreate,
    purgeTo,
    close,
  };
});
