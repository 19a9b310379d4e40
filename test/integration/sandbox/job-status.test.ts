import { describe, expect, test } from 'vitest';
import { openMarketplace, type TestLead } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const jobStatuses = [
  'not_scheduled',
  'appt_scheduled',
  'job_complete',
  'invoice_paid',
  'customer_cancel',
  'pro_cancel',
];

async function openLead(options: Parameters<typeof openMarketplace>[0] = {}) {
  const market = await openMarketplace(options);
  const tokens = await market.connect();
  const { negotiationID } = (await market.control('POST', '/leads', {
    businessID: market.business,
  })) as { negotiationID: string };
  const path = `/v4/negotiations/${negotiationID}/job-status`;
  const sendStatus = (body: unknown, prefix = '/api') =>
    market.call(tokens, 'POST', prefix + path, body);
  return { market, tokens, negotiationID, path, tell: sendStatus };
}

describe('The status of a job', () => {
  test.each(jobStatuses)('%s is accepted in any field', async (jobStatus) => {
    const { tell, negotiationID } = await openLead();
    for (const body of [{ jobStatus }, { status: jobStatus }, { note: 'Thanks', any: jobStatus }]) {
      const answer = await tell(body);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ negotiationID, jobStatus });
    }
  });

  test.each(['', '/api', '/staging', '/staging/api'])('is accepted below “%s”', async (prefix) => {
    const { tell } = await openLead();
    expect((await tell({ status: 'job_complete' }, prefix)).status).toBe(200);
  });

  test.each([
    [{}],
    [{ status: 'done' }],
    [{ status: 1 }],
    [{ status: ['job_complete'] }],
    [['job_complete']],
    ['job_complete'],
    [undefined],
  ])('is rejected when the body is %j', async (body) => {
    const { tell } = await openLead();
    expect((await tell(body)).status).toBe(400);
  });

  test('requires the write scope and an existing lead of the user', async () => {
    const { market, tokens, path } = await openLead();
    const body = { status: 'job_complete' };
    const reader = await market.connect({ scope: 'supply::negotiations.read' });
    const lacking = await market.call(reader, 'POST', path, body);
    expect(lacking.status).toBe(401);
    expect(lacking.json).toMatchObject({
      detail: expect.stringContaining('supply::negotiations.write') as string,
    });
    const foreign = (await market.createTestLead()).json as TestLead;
    const status = async (id: string) =>
      (await market.call(tokens, 'POST', `/v4/negotiations/${id}/job-status`, body)).status;
    expect(await status(foreign.leadID)).toBe(403);
    expect(await status('400000000000000000')).toBe(404);
  });

  test('when complete, often leads to a review with traffic on', async () => {
    const { market, tokens } = await openLead({ traffic: 0.0001, leads: 60 });
    const receiver = await openReceiver();
    await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
      webhookURL: receiver.url,
      eventTypes: ['ReviewCreatedV4'],
    });
    const complete = new Set<string>();
    for (let i = 0; i < 6; i++) {
      const { negotiationID } = (await market.control('POST', '/leads', {
        businessID: market.business,
      })) as { negotiationID: string };
      complete.add(negotiationID);
      await market.call(tokens, 'POST', `/v4/negotiations/${negotiationID}/job-status`, {
        status: 'job_complete',
      });
    }
    await market.advance(60);
    const received = await receiver.atLeast(3);
    for (const { body } of received)
      expect(complete).toContain((body as { data: { negotiationID: string } }).data.negotiationID);
  });
});
