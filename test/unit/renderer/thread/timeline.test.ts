import { describe, expect, it } from 'vitest';
import { grewInFront, timelineOf } from '../../../../renderer/thread/timeline.ts';
import { lead, said } from '../support/samples.ts';

const at = (hour: number, minute = 0, day = 21): number =>
  new Date(2026, 10, day, hour, minute).getTime();

const shape = (items: ReturnType<typeof timelineOf>): readonly string[] =>
  items.map((item) =>
    item.kind === 'message'
      ? `${item.message.messageID}${item.first ? ' first' : ''}${item.last ? ' last' : ''}`
      : item.kind,
  );

describe('a conversation', () => {
  it('opens with the request, separates days and groups what one side says in a row', () => {
    const messages = [
      said('m1', { at: at(9, 0, 20) }),
      said('m2', { at: at(9) }),
      said('m3', { at: at(9, 4) }),
      said('m4', { at: at(9, 5), side: 'business', author: 'Sam' }),
      said('m5', { at: at(11), side: 'business', author: 'Sam' }),
    ];
    expect(shape(timelineOf(lead(), messages, true))).toEqual([
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

  it('shows that older messages are coming instead of the request while there are more', () => {
    expect(shape(timelineOf(lead(), [said('m1')], false))).toEqual([
      'earlier',
      'day',
      'm1 first last',
    ]);
  });

  it('has its notes among the messages, by their time and with a day of their own', () => {
    const note = (noteAt: number) => ({
      noteID: crypto.randomUUID(),
      kind: 'note',
      text: 'Gate code',
      at: noteAt,
      editedAt: null,
    });
    const notes = [note(at(9, 1)), note(at(9, 30)), note(at(8, 0, 22))];
    const messages = [
      said('m1', { at: at(9) }),
      said('m2', { at: at(9, 2) }),
      said('m3', { at: at(9, 3) }),
    ];
    const all = ['day', 'm1 first last', 'note', 'm2 first', 'm3 last', 'note', 'day', 'note'];
    expect(shape(timelineOf(lead({ notes }), messages, true))).toEqual(['request', ...all]);
    expect(shape(timelineOf(lead({ notes }), messages.slice(1), false))).toEqual([
      'earlier',
      'day',
      'm2 first',
      'm3 last',
      'note',
      'day',
      'note',
    ]);
    expect(shape(timelineOf(lead({ notes: notes.slice(2) }), [], true))).toEqual([
      'request',
      'day',
      'note',
    ]);
  });

  it('has what is still to be said after all else, whenever it was written', () => {
    const messages = [
      said('later', {
        at: at(9, 0, 20),
        side: 'business',
        sending: { state: 'queued', waitsFor: 'schedule', notBefore: at(8, 0, 22) },
      }),
      said('m1', { at: at(9) }),
      said('m2', { at: at(9, 4), side: 'business' }),
    ];
    expect(shape(timelineOf(lead(), messages, true))).toEqual([
      'request',
      'day',
      'm1 first last',
      'm2 first last',
      'later first last',
    ]);
  });

  it('ends with what the service did to the lead', () => {
    const refunded = lead({ chargeState: 'Refunded' }, { status: 'Canceled' });
    expect(shape(timelineOf(refunded, [], true))).toEqual(['request', 'fact', 'fact']);
  });

  describe('with unread messages', () => {
    const messages = [
      said('m1', { at: at(9) }),
      said('m2', { at: at(9, 1) }),
      said('m3', { at: at(9, 2), side: 'business', author: 'Sam' }),
      said('m4', { at: at(9, 3) }),
      said('m5', { at: at(9, 4) }),
    ];

    it('has a line before the first of them, which starts a group of its own', () => {
      expect(shape(timelineOf(lead(), messages, true, at(9)))).toEqual([
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

    it('does not count what the professional wrote', () => {
      const shown = shape(timelineOf(lead(), messages, true, at(9, 1)));
      expect(shown[shown.indexOf('unread') + 1]).toBe('m4 first');
    });

    it.each([
      ['nothing is unread', null, true],
      ['nothing was ever read', 0, true],
      ['it was all read', at(9, 4), true],
      ['older ones, which may be unread too, are still to come', at(8), false],
    ])('has no line where %s', (_where, since, complete) => {
      expect(shape(timelineOf(lead(), messages, complete, since))).not.toContain('unread');
    });
  });

  it('knows older messages in front from new ones at the end', () => {
    const old = timelineOf(lead(), [said('m2')], false);
    expect(grewInFront(old, timelineOf(lead(), [said('m1'), said('m2')], true))).toBe(true);
    expect(grewInFront(old, timelineOf(lead(), [said('m2'), said('m3')], false))).toBe(false);
    expect(grewInFront(old, old)).toBe(false);
  });
});
