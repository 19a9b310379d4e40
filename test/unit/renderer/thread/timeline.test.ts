import { describe, expect, it } from 'vitest';
import { hasGrownInFront, buildTimeline } from '../../../../renderer/thread/timeline.ts';
import { lead, messageLike } from '../support/samples.ts';

const at = (hour: number, minute = 0, day = 21): number =>
  new Date(2026, 10, day, hour, minute).getTime();

const shape = (items: ReturnType<typeof buildTimeline>): readonly string[] =>
  items.map((item) =>
    item.kind === 'message'
      ? `${item.message.messageID}${item.isFirst ? ' first' : ''}${item.isLast ? ' last' : ''}`
      : item.kind,
  );

describe('a conversation', () => {
  it('starts with the request, separates days and groups consecutive messages of one side', () => {
    const messages = [
      messageLike('m1', { at: at(9, 0, 20) }),
      messageLike('m2', { at: at(9) }),
      messageLike('m3', { at: at(9, 4) }),
      messageLike('m4', { at: at(9, 5), side: 'business', author: 'Sam' }),
      messageLike('m5', { at: at(11), side: 'business', author: 'Sam' }),
    ];
    expect(shape(buildTimeline(lead(), messages, true))).toEqual([
      'request',
      'day',
      'm1 first last',
      'day',
      'm2 first',
      'm3 last',
      'm4 first last',
      'm5 first last',
    ]);
  });

  it('starts with a loading row instead of the request while older messages exist', () => {
    expect(shape(buildTimeline(lead(), [messageLike('m1')], false))).toEqual([
      'earlier',
      'day',
      'm1 first last',
    ]);
  });

  it('has notes between the messages by time, with their own days', () => {
    const note = (noteAt: number) => ({
      noteID: crypto.randomUUID(),
      kind: 'note',
      text: 'Gate code',
      at: noteAt,
      editedAt: null,
    });
    const notes = [note(at(9, 1)), note(at(9, 30)), note(at(8, 0, 22))];
    const messages = [
      messageLike('m1', { at: at(9) }),
      messageLike('m2', { at: at(9, 2) }),
      messageLike('m3', { at: at(9, 3) }),
    ];
    const all = ['day', 'm1 first last', 'note', 'm2 first', 'm3 last', 'note', 'day', 'note'];
    expect(shape(buildTimeline(lead({ notes }), messages, true))).toEqual(['request', ...all]);
    expect(shape(buildTimeline(lead({ notes }), messages.slice(1), false))).toEqual([
      'earlier',
      'day',
      'm2 first',
      'm3 last',
      'note',
      'day',
      'note',
    ]);
    expect(shape(buildTimeline(lead({ notes: notes.slice(2) }), [], true))).toEqual([
      'request',
      'day',
      'note',
    ]);
  });

  it('has the replies that rules did not send between the messages by time', () => {
    const unsent = (ruleName: string, unsentAt: number) => ({
      ruleName,
      reason: 'tooLate',
      gap: '',
      at: unsentAt,
    });
    const unsentReplies = [unsent('First reply', at(9, 1)), unsent('Follow-up', at(8, 0, 22))];
    const messages = [messageLike('m1', { at: at(9) }), messageLike('m2', { at: at(9, 2) })];
    expect(shape(buildTimeline(lead({ unsentReplies }), messages, true))).toEqual([
      'request',
      'day',
      'm1 first last',
      'unsent',
      'm2 first last',
      'day',
      'unsent',
    ]);
  });

  it('ends with unsent replies, whenever they were written', () => {
    const messages = [
      messageLike('later', {
        at: at(9, 0, 20),
        side: 'business',
        sending: { state: 'queued', waitsFor: 'schedule', notBefore: at(8, 0, 22) },
      }),
      messageLike('m1', { at: at(9) }),
      messageLike('m2', { at: at(9, 4), side: 'business' }),
    ];
    expect(shape(buildTimeline(lead(), messages, true))).toEqual([
      'request',
      'day',
      'm1 first last',
      'm2 first last',
      'later first last',
    ]);
  });

  it('ends with the service’s changes of the lead', () => {
    const refunded = lead({ chargeState: 'Refunded' }, { status: 'Canceled' });
    expect(shape(buildTimeline(refunded, [], true))).toEqual(['request', 'fact', 'fact']);
  });

  describe('with unread messages', () => {
    const messages = [
      messageLike('m1', { at: at(9) }),
      messageLike('m2', { at: at(9, 1) }),
      messageLike('m3', { at: at(9, 2), side: 'business', author: 'Sam' }),
      messageLike('m4', { at: at(9, 3) }),
      messageLike('m5', { at: at(9, 4) }),
    ];

    it('has a line before the first unread one, which starts a new group', () => {
      expect(shape(buildTimeline(lead(), messages, true, at(9)))).toEqual([
        'request',
        'day',
        'm1 first last',
        'unread',
        'm2 first last',
        'm3 first last',
        'm4 first',
        'm5 last',
      ]);
    });

    it('ignores messages of the professional', () => {
      const shown = shape(buildTimeline(lead(), messages, true, at(9, 1)));
      expect(shown[shown.indexOf('unread') + 1]).toBe('m4 first');
    });

    it.each([
      ['nothing is unread', null, true],
      ['nothing was ever read', 0, true],
      ['everything was read', at(9, 4), true],
      ['older messages, which may be unread, are not loaded yet', at(8), false],
    ])('has no line when %s', (_where, since, complete) => {
      expect(shape(buildTimeline(lead(), messages, complete, since))).not.toContain('unread');
    });
  });

  it('distinguishes older messages at the start from new ones at the end', () => {
    const old = buildTimeline(lead(), [messageLike('m2')], false);
    expect(
      hasGrownInFront(old, buildTimeline(lead(), [messageLike('m1'), messageLike('m2')], true)),
    ).toBe(true);
    expect(
      hasGrownInFront(old, buildTimeline(lead(), [messageLike('m2'), messageLike('m3')], false)),
    ).toBe(false);
    expect(hasGrownInFront(old, old)).toBe(false);
  });
});
