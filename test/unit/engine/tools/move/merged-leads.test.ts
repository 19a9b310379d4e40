import { expect, it } from 'vitest';
import { createLeadCommands } from '../../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../../main/engine/leads/marking.ts';
import { detailsOf } from '../../support/readers.ts';
import type {
  EngineCommand,
  Handlers,
} from '../../../../../main/engine/platform/command/handler.ts';
import { createThreadCommands } from '../../../../../main/engine/conversation/commands.ts';
import { followMergedLeads } from '../../../../../main/engine/tools/move/merged-leads.ts';
import { toLeadID } from '../../../../../main/engine/platform/store/ids.ts';
import { newReplyID, testClock, testSlices } from '../../support/store.ts';
import { currentID, legacyID, openBench, settle } from './bench.ts';

it('the ID of a merged legacy lead still works for reading, marking, drafts, and replies', async () => {
  const bench = openBench();
  bench.legacy.lead('n1');
  bench.v4.lead('n1');
  const leadID = toLeadID(bench.numberOf(legacyID, 'n1'));
  const publish = () => undefined;
  const { store, clock, outbox } = bench;
  const commands = followMergedLeads(store, {
    ...createLeadCommands({
      clock: testClock(),
      store,
      slices: testSlices(clock),
      mark: createMarking({ store, slices: testSlices(clock), clock: testClock(), publish }),
      readDetails: (lead) => detailsOf(store, lead),
      onReopened: () => undefined,
      onJobStatusChanged: () => undefined,
    }),
    ...createThreadCommands({ store, clock, publish, watch: publish, outbox }),
  } as Handlers<EngineCommand>);
  const replyID = newReplyID();
  bench.merge('n1');

  const merged = toLeadID(bench.numberOf(currentID, 'n1'));
  expect(await commands['leads.get']({ leadID })).toMatchObject({
    value: { lead: { row: { leadID: merged, accountID: currentID } } },
  });
  await commands['drafts.save']({ leadID, replyID, text: 'Still typing' });
  await commands['leads.mark']({ leadIDs: [leadID], starred: true });
  expect(bench.v4.row('n1')).toMatchObject({ hasDraft: true, starred: true });
  await commands['messages.send']({ leadID, replyID, text: 'On Monday' });
  await settle();
  expect(bench.sentByV4).toEqual(['n1: On Monday']);
});

it('a lead that v4 also has is listed once as soon as the legacy one has no draft', async () => {
  const bench = openBench();
  bench.legacy.lead('n1');
  const { store, clock, outbox } = bench;
  const publish = () => undefined;
  const commands = createThreadCommands({ store, clock, publish, watch: publish, outbox });
  const write = (text: string) =>
    commands['drafts.save']({
      leadID: toLeadID(bench.numberOf(legacyID, 'n1')),
      replyID: newReplyID(),
      text,
    });
  await write('Half a thought');
  bench.v4.lead('n1');
  expect(bench.view('all')).toHaveLength(2);
  await write('');
  expect(bench.view('all')).toMatchObject([{ accountID: currentID }]);
});
