/** Changes of colleagues cost a desktop the same however many leads it has. */
import { expect, it } from 'vitest';
import { addNote } from '../../../../main/engine/conversation/notes.ts';
import { forgetOldActivity } from '../../../../main/engine/team/activity.ts';
import { noteID } from '../files/support.ts';
import { message, negotiation } from '../support/records.ts';
import { faultsOf, recordStatements } from '../support/statements.ts';
import { noon } from '../support/store.ts';
import { newTeam } from './desktops.ts';

it('no statement scans or sorts a big table', async () => {
  const team = newTeam();
  const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
  const statements = recordStatements();
  const share = async (): Promise<void> => {
    await team.publish();
    await ben.follow();
    await ana.follow();
  };
  const write = (id: string, at: number): void => {
    for (const { deliver } of [ana, ben])
      deliver('MessageCreatedV4', message(id, 'n1', 'Customer', 'Hello', at));
  };
  for (const { deliver } of [ana, ben]) deliver('NegotiationCreatedV4', negotiation('n1'));
  ana.deliver('NegotiationCreatedV4', negotiation('n2'));
  write('m1', noon);
  const done = { status: 'done', reason: null, words: '' } as const;
  for (const lead of [1, 2]) {
    ana.mark({ archived: true, starred: true, snoozedUntil: noon + 60_000 }, lead);
    ana.mark({ assignee: 'ben', noReplyNeeded: true, tags: { add: ['VIP'], remove: [] } }, lead);
    ana.mark({ jobStatus: done }, lead);
    const note = {
      lead,
      noteID: noteID(lead),
      kind: 'note',
      text: 'She has a dog',
      now: noon,
    } as const;
    ana.store.write(() => addNote(ana.store, note));
  }
  await share();
  expect(ben.view('archived')).toMatchObject([{ starred: true, assignee: 'ben' }]);
  write('m2', noon + 1_000);
  ben.deliver('NegotiationCreatedV4', negotiation('n2'));
  for (const change of ben.changes) ben.leadsChanged(change);
  ben.mark({ archived: false, assignee: 'ana', jobStatus: null });
  await share();
  forgetOldActivity(ben.store, noon);
  expect(ana.view('mine')).toMatchObject([{ assignee: 'ana' }]);
  expect(faultsOf(ben.store.db, statements())).toEqual([]);
});
