import { describe, expect, it } from 'vitest';
import { findID } from '../../../../renderer/lookup/found-ids.ts';
import { findPastedIDs, findMistakes, buildRequest } from '../../../../renderer/lookup/forms.ts';

const delivery = JSON.stringify({
  event: { eventType: 'MessageCreatedV4', webhookID: '91' },
  data: { messageID: '477612345678901234', negotiationID: '525600000000000001', text: 'Hi' },
});

describe('an id in pasted text', () => {
  it.each([
    ['the id with spaces', ' 525600000000000001\n'],
    [
      'an address of the interface',
      'https://api.example.com/api/v4/negotiations/525600000000000001',
    ],
    [
      'an address with a longer path',
      'https://api.example.com/v4/negotiations/525600000000000001/messages?limit=20',
    ],
    [
      'an address with a query',
      'https://pro.example.com/inbox?negotiationID=525600000000000001&tab=1',
    ],
    [
      'an address of another page with one long number',
      'https://pro.example.com/en/inbox/525600000000000001#last',
    ],
    ['a delivery', delivery],
    ['a record with a number', '{"negotiationID": 525600000000000001, "status": "Open"}'],
    ['a legacy lead', '{"leadID":"525600000000000001","request":{}}'],
    ['JSON within JSON', JSON.stringify({ body: delivery })],
    ['a line of a log', '12:01 lead failed negotiationID=525600000000000001 status=404'],
    ['a legacy address', '/v2/business/12/lead/525600000000000001/message'],
  ])('is found in %s', (_what, text) => {
    expect(findID('negotiationID', text)).toBe('525600000000000001');
    expect(buildRequest('negotiation', { negotiationID: text })).toEqual({
      kind: 'negotiation',
      negotiationID: '525600000000000001',
    });
  });

  it.each(['Hello there', 'https://pro.example.com/inbox', '{"status":"Open"}', '12 34'])(
    'is not found in %s, which is a mistake of the field',
    (text) => {
      expect(findID('negotiationID', text)).toBeNull();
      expect(findMistakes('negotiation', { negotiationID: text })).toEqual({ negotiationID: 'id' });
    },
  );

  it('of a message also fills in its lead, but not from an id alone', () => {
    expect(findPastedIDs('message', 'messageID', delivery)).toEqual({
      messageID: '477612345678901234',
      negotiationID: '525600000000000001',
    });
    expect(findPastedIDs('message', 'messageID', '477612345678901234')).toBeNull();
    expect(findPastedIDs('categories', 'searchQuery', delivery)).toBeNull();
  });

  it('is found quickly in a megabyte of text', () => {
    const start = performance.now();
    expect(findID('negotiationID', `${'a/'.repeat(500_000)} "negotiationID":"5"`)).toBe('5');
    expect(performance.now() - start).toBeLessThan(500);
  });
});
