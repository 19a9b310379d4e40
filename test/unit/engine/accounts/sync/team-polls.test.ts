/** In a team one desktop polls an account for all. */
import { expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import { day, hour, minute, settle, testSync } from './bench.ts';

const imported = async () => {
  const bench = testSync();
  bench.addLead('n1', 30 * minute);
  bench.addLead('n2', 8 * day);
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  expect(bench.sync().report().backfill.state).toBe('done');
  bench.fresh();
  bench.found.length = 0;
  return bench;
};

it('the others import once and then poll neither lists nor leads, also not the one on the screen', async () => {
  const bench = testSync();
  bench.setMayPoll(false);
  bench.addLead('n1', 8 * day);
  bench.write('n1', 'm1', bench.clock.now() - 7 * day);
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 1 });
  bench.fresh();
  bench.sync().watch(bench.lead().leadID, true);
  await bench.pass(2 * hour, 5 * minute);
  expect(bench.fresh().filter((call) => call !== 'businesses')).toEqual([]);
  expect(bench.found).toEqual([]);
});

it('the others poll nothing of a service that lists no leads', async () => {
  const bench = testSync();
  bench.setMayPoll(false);
  bench.setList(false);
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  expect(bench.sync().report().backfill.state).toBe('impossible');
  bench.addLead('n1', minute);
  bench.deliver('NegotiationCreatedV4', bench.leads.get('n1'));
  bench.fresh();
  await bench.pass(2 * hour, 5 * minute);
  expect(bench.fresh().filter((call) => call !== 'businesses')).toEqual([]);
});

it('the one that polls shares the conversation of an old lead that no list has', async () => {
  const bench = testSync();
  bench.setList(false);
  bench.addLead('n1', 8 * day);
  bench.write('n1', 'm1', bench.clock.now() - 8 * day);
  bench.deliver('NegotiationCreatedV4', bench.leads.get('n1'));
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  await bench.pass(hour, minute);
  expect(bench.found.toSorted()).toEqual(['answer:message 1', 'answer:negotiation 1']);
});

it('the others poll nothing while their import is paused', async () => {
  const bench = testSync();
  bench.setMayPoll(false);
  bench.addLead('n1', 8 * day);
  bench.addLead('n2', 9 * day);
  bench.failing.set('messages', fail('timeout', 'slow'));
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  bench.sync().pauseImport(true);
  expect(bench.sync().report().backfill.state).toBe('paused');
  bench.failing.clear();
  bench.addLead('n3', minute);
  bench.deliver('NegotiationCreatedV4', bench.leads.get('n3'));
  bench.fresh();
  await bench.pass(2 * hour, 5 * minute);
  expect(bench.fresh().filter((call) => call !== 'businesses')).toEqual([]);
});

it('the one that polls shares what is new, once, and nothing of what everybody imports', async () => {
  const bench = await imported();
  await bench.pass(hour, minute);
  expect(bench.found).toEqual([]);
  bench.write('n1', 'm1', bench.clock.now());
  bench.addLead('n3', minute);
  await bench.pass(hour, minute);
  expect(bench.found.toSorted()).toEqual(['answer:message 1', 'answer:negotiation 1']);
});

it('a desktop that takes over polls at once what is due', async () => {
  const bench = await imported();
  bench.setMayPoll(false);
  await bench.pass(2 * hour, 5 * minute);
  bench.fresh();
  bench.write('n1', 'm1', bench.clock.now());
  bench.setMayPoll(true);
  await settle();
  expect(bench.fresh()).toContain('lead n1');
  expect(bench.found).toContain('answer:message 1');
});

it('what was new is shared also if the engine exits as soon as it has the record', async () => {
  const bench = await imported();
  bench.write('n1', 'm1', bench.clock.now());
  bench.loseNextFound();
  await bench.pass(hour, minute);
  bench.restart();
  await bench.pass(hour, minute);
  expect(bench.found).toEqual(['answer:message 1']);
});

it('a lead that the service no longer has is shared once, and again when it was back in between', async () => {
  const bench = await imported();
  const lead = bench.leads.get('n1') ?? {};
  bench.leads.delete('n1');
  await bench.pass(day, hour);
  expect(bench.found).toEqual(['answer:missing 1']);
  bench.leads.set('n1', lead);
  await bench.pass(2 * day, hour);
  bench.leads.delete('n1');
  await bench.pass(day, hour);
  expect(bench.found).toEqual(['answer:missing 1', 'answer:negotiation 1', 'answer:missing 1']);
});
