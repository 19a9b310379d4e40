import { expect, it } from 'vitest';
import { json, testService } from '../../../../support/http.ts';

it('a job status is posted once to its negotiation, whatever the successful answer contains', async () => {
  for (const answer of ['', '{"ok":true}']) {
    const service = await testService(
      (_asked, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    );
    expect(await service.client.reportJobStatus('n/1', 'job_complete')).toMatchObject({ ok: true });
    expect(service.asked).toMatchObject([
      {
        method: 'POST',
        path: '/api/v4/negotiations/n%2F1/job-status',
        body: '{"jobStatus":"job_complete"}',
      },
    ]);
  }
});

it('a rejected job status is reported with the service’s detail', async () => {
  const service = await testService((_asked, response) =>
    json(response, 400, { detail: 'status is required', traceID: 't1' }),
  );
  expect(await service.client.reportJobStatus('1', 'pro_cancel')).toMatchObject({
    ok: false,
    error: { code: 'rejected', detail: 'status is required', traceID: 't1' },
  });
});
