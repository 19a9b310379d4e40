/**
 * Several desktops share a log: people edit online and offline, entries are stored twice, desktops follow at their own
 * speed, restart from an older commit, join late and run an older version. In the end all show the same.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseFact,
  getPublishRule,
  buildFact,
  type Fact,
  type FactBody,
  type FactKind,
  type Known,
} from '../../../../contract/team/facts.ts';
import {
  hasEnded,
  isFurther,
  reduceFact,
  type FactState,
} from '../../../../contract/team/reducer.ts';
import { fuzz } from '../../../fuzz.ts';

const lead = 'b'.repeat(26);
const about = { account: 'a'.repeat(26), negotiation: 'negotiation-1' };
const noteID = '11111111-1111-4111-8111-111111111111';

type LogEntry = { readonly sequence: number; readonly subject: string; readonly text: string };

/** A log that keeps the last 8 entries of each subject and may store a publish without acknowledging it. */
const createLog = () => {
  let entries: LogEntry[] = [];
  let last = 0;
  /** Every entry that was ever stored. */
  const all: LogEntry[] = [];
  const getLastSequence = (subject: string): number =>
    entries.findLast((each) => each.subject === subject)?.sequence ?? 0;
  return {
    all,
    last: () => last,
    read: (after: number, most: number) =>
      entries.filter(({ sequence }) => sequence > after).slice(0, most),
    publish: (subject: string, text: string, expected: number | null): 'stored' | 'conflict' => {
      if (expected !== null && expected !== getLastSequence(subject)) return 'conflict';
      last += 1;
      const entry = { sequence: last, subject, text };
      all.push(entry);
      const kept = [...entries.filter((each) => each.subject === subject), entry].slice(-8);
      entries = [...entries, entry].filter(
        (each) => each.subject !== subject || kept.includes(each),
      );
      return 'stored';
    },
  };
};
type Log = ReturnType<typeof createLog>;

/** An own change that waits to be published. `seen` is the subject's last sequence when it was made; 0 for none. */
type WaitingFact = { readonly seen: number; readonly fact: Fact };

// A model of a desktop: of these rules production has only those of `isFurther` and `hasEnded`.

/** True if an own change can no longer win: another entry came first, or a read time is not further. */
const hasLost = (state: FactState | null, { seen, fact }: WaitingFact): boolean =>
  ({
    last: false,
    seen: seen !== (state?.sequence ?? 0) && fact.text !== state?.fact?.text,
    further: !isFurther(fact, state),
  })[getPublishRule(fact.kind)];

/** The fact to show: a waiting change, unless it has lost, else the state of the log. */
const showFact = (state: FactState | null, waiting: WaitingFact | null, last: Known | null) => {
  const isWaiting =
    waiting !== null && !hasLost(state, waiting) && waiting.fact.text !== state?.fact?.text;
  const fact = isWaiting ? waiting.fact : (state?.fact ?? null);
  return fact && { fact, isWaiting, hasEnded: hasEnded(fact, last) };
};

type Committed = {
  readonly cursor: number;
  readonly states: ReadonlyMap<string, FactState>;
  readonly waiting: ReadonlyMap<string, WaitingFact>;
};

const createDesktop = (log: Log, person: string, name: string) => {
  let committed: Committed = { cursor: 0, states: new Map(), waiting: new Map() };
  const commits = [committed];
  let count = 0;
  const messages: Known[] = [];
  /** Changes whose authors learn that another one came first. */
  const lost: Fact[] = [];
  let made: Fact[] = [];
  /** The sequence that the author of an own change saw, by the change's text. */
  const seenBy = new Map<string, number>();

  const commit = (more: Partial<Committed>): void => {
    committed = { ...committed, ...more };
    commits.push(committed);
  };
  const getState = (subject: string): FactState | null => committed.states.get(subject) ?? null;
  const findCustomerMessage = (): Known | null =>
    messages.toSorted((a, b) => b.at - a.at || (b.message < a.message ? -1 : 1))[0] ?? null;
  const showSubject = (subject: string) =>
    showFact(getState(subject), committed.waiting.get(subject) ?? null, findCustomerMessage());

  /** @param again entries that are read a second time */
  const follow = (most: number, again = 0): void => {
    const states = new Map(committed.states);
    const waiting = new Map(committed.waiting);
    let { cursor } = committed;
    for (const { sequence, subject, text } of log.read(cursor - again, most)) {
      cursor = Math.max(cursor, sequence);
      const fact = parseFact(text);
      if (fact === null) continue;
      states.set(subject, reduceFact(states.get(subject) ?? null, { sequence, subject, fact }));
      if (waiting.get(subject)?.fact.text === text) waiting.delete(subject);
    }
    for (const [subject, change] of waiting)
      if (hasLost(states.get(subject) ?? null, change)) {
        waiting.delete(subject);
        if (getPublishRule(change.fact.kind) === 'seen') lost.push(change.fact);
      }
    commit({ cursor, states, waiting });
  };

  return {
    person,
    made: () => made,
    seenBy,
    lost,
    waits: (subject: string) => committed.waiting.has(subject),
    findCustomerMessage,
    showSubject,
    follow,
    getState,
    commits,
    receive: (message: Known) => void messages.push(message),
    edit: <K extends FactKind>(subject: string, kind: K, body: FactBody<K>): void => {
      const previous = committed.waiting.get(subject);
      const seen = previous?.seen ?? getState(subject)?.sequence ?? 0;
      count += 1;
      const at = count + 1_000 * Number(name);
      const fact = buildFact(
        kind,
        body,
        { author: { person, desktop: name }, at },
        showSubject(subject)?.fact ?? null,
      );
      made.push(fact);
      seenBy.set(fact.text, seen);
      const before =
        previous === undefined ? getState(subject) : { sequence: 0, fact: previous.fact };
      if (getPublishRule(kind) === 'further' && hasLost(before, { seen, fact })) return;
      if (previous !== undefined && getPublishRule(kind) === 'seen') lost.push(previous.fact);
      commit({ waiting: new Map([...committed.waiting, [subject, { seen, fact }]]) });
    },
    /** Publishes a waiting change. Without an acknowledgement it stays and is published again later. */
    publish: (subject: string, isAcknowledged: boolean): void => {
      const change = committed.waiting.get(subject);
      if (change === undefined) return;
      const rule = getPublishRule(change.fact.kind);
      const expected =
        rule === 'last' ? null : rule === 'seen' ? change.seen : (getState(subject)?.sequence ?? 0);
      const outcome = log.publish(subject, change.fact.text, expected);
      if (outcome === 'conflict' || isAcknowledged) follow(Infinity);
    },
    /** Publishes an entry that the person may not write, as a faulty program would. */
    forge: (subject: string, fact: Fact): void => void log.publish(subject, fact.text, null),
    /** Continues from an older commit, as after a power cut or with a restored backup. */
    restart: (back: number): void => {
      committed = commits.at(-1 - (back % commits.length)) ?? committed;
      const waits = [...committed.waiting.values()].map(({ fact }) => fact);
      made = made.filter((fact) => waits.includes(fact) || lost.includes(fact));
    },
  };
};
type Desktop = ReturnType<typeof createDesktop>;

const subjects = {
  starred: `fact.${lead}.starred`,
  archived: `fact.${lead}.archived`,
  snoozed: `fact.${lead}.snoozed`,
  tag: `fact.${lead}.tag.plumbing`,
  assignee: `fact.${lead}.assignee`,
  note: (person: string) => `fact.${lead}.note.${person}.${noteID}`,
  read: (person: string) => `fact.${lead}.read.${person}`,
  future: `fact.${lead}.future`,
};
const everySubject = [
  subjects.starred,
  subjects.archived,
  subjects.snoozed,
  subjects.tag,
  subjects.assignee,
  subjects.future,
  ...['ana', 'ben'].flatMap((person) => [subjects.note(person), subjects.read(person)]),
];

const edits: readonly ((desktop: Desktop, value: number) => void)[] = [
  (desktop, value) => desktop.edit(subjects.starred, 'starred', { ...about, on: value % 2 === 0 }),
  (desktop, value) =>
    desktop.edit(subjects.archived, 'archived', {
      ...about,
      on: value % 3 > 0,
      known: desktop.findCustomerMessage() ?? { at: 0, message: '' },
    }),
  (desktop, value) =>
    desktop.edit(subjects.snoozed, 'snoozed', {
      ...about,
      until: value,
      known: desktop.findCustomerMessage() ?? { at: 0, message: '' },
    }),
  (desktop, value) =>
    desktop.edit(subjects.tag, 'tag', { ...about, tag: 'plumbing', on: value % 2 === 0 }),
  (desktop, value) =>
    desktop.edit(subjects.assignee, 'assignee', {
      ...about,
      person: ['ana', 'ben', null][value % 3] ?? null,
      isByRule: value % 2 === 0,
    }),
  (desktop, value) =>
    desktop.edit(subjects.note(desktop.person), 'note', {
      ...about,
      note:
        value % 4 === 0
          ? null
          : { noteID: noteID as never, kind: 'note', text: `${value}`, at: 1, editedAt: null },
    }),
  (desktop, value) =>
    desktop.edit(subjects.read(desktop.person), 'read', { ...about, upTo: value }),
];

const desktopCount = 4;
const people = ['ana', 'ben', 'ana', 'ben'];

type Step =
  | { readonly do: 'edit'; readonly desktop: number; readonly edit: number; readonly value: number }
  | {
      readonly do: 'publish';
      readonly desktop: number;
      readonly subject: number;
      readonly ack: boolean;
    }
  | {
      readonly do: 'follow';
      readonly desktop: number;
      readonly most: number;
      readonly again: number;
    }
  | { readonly do: 'restart'; readonly desktop: number; readonly back: number }
  | { readonly do: 'customer'; readonly desktop: number; readonly message: number }
  | { readonly do: 'newer' | 'forge'; readonly desktop: number; readonly value: number };

const desktopIndex = fc.nat(desktopCount - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      desktop: desktopIndex,
      edit: fc.nat(edits.length - 1),
      value: fc.nat(20),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      desktop: desktopIndex,
      subject: fc.nat(everySubject.length - 1),
      ack: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      desktop: desktopIndex,
      most: fc.integer({ min: 1, max: 4 }),
      again: fc.nat(3),
    }),
  },
  fc.record({ do: fc.constant('restart' as const), desktop: desktopIndex, back: fc.nat(3) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('customer' as const),
      desktop: desktopIndex,
      message: fc.nat(9),
    }),
  },
  fc.record({
    do: fc.constantFrom('newer' as const, 'forge' as const),
    desktop: desktopIndex,
    value: fc.nat(20),
  }),
);

/** Two messages can have one time. */
const customerMessages: readonly Known[] = Array.from({ length: 10 }, (_, index) => ({
  at: Math.floor(index / 2) + 1,
  message: `m${index}`,
}));

/** A fact of a newer version, whose kind or fields today's version does not know. */
const formatNewerFact = (kind: string, person: string, value: number): string =>
  `{"kind":"${kind}", "version":2,"author":{"person":"${person}","desktop":"9"},"at":1,` +
  `"body":{"account":"${about.account}","negotiation":"negotiation-1","on":true,"shade":${value}.0}}`;

const play = (steps: readonly Step[]) => {
  const log = createLog();
  const desktops = people.map((person, index) => createDesktop(log, person, `${index}`));
  let forged = 0;
  for (const each of steps) {
    const desktop = desktops[each.desktop];
    if (desktop === undefined) continue;
    switch (each.do) {
      case 'edit': {
        const before = desktop.made().at(-1);
        edits[each.edit]?.(desktop, each.value);
        const fact = desktop.made().at(-1);
        if (fact !== undefined && fact !== before && getPublishRule(fact.kind) !== 'further')
          expect(everySubject.some((subject) => desktop.showSubject(subject)?.fact === fact)).toBe(
            true,
          );
        break;
      }
      case 'publish':
        desktop.publish(everySubject[each.subject] ?? '', each.ack);
        break;
      case 'follow':
        desktop.follow(each.most, each.again);
        break;
      case 'restart':
        desktop.restart(each.back);
        break;
      case 'customer': {
        const message = customerMessages[each.message];
        if (message !== undefined) desktop.receive(message);
        break;
      }
      case 'newer': {
        const isField = each.value % 2 === 0;
        const text = formatNewerFact(isField ? 'starred' : 'future', desktop.person, each.value);
        log.publish(isField ? subjects.starred : subjects.future, text, null);
        break;
      }
      case 'forge': {
        // The server refuses them; some test that desktops ignore them too, fewer than it keeps.
        forged += 1;
        if (forged >= 8) break;
        const other = desktop.person === 'ana' ? 'ben' : 'ana';
        const meta = { author: { person: desktop.person, desktop: 'x' }, at: 1 };
        const note = { ...about, note: null };
        desktop.forge(subjects.note(other), buildFact('note', note, meta, null));
      }
    }
  }
  // Everybody comes online, publishes what waits and catches up.
  for (const desktop of desktops) {
    desktop.follow(Infinity);
    for (const subject of everySubject)
      for (let tries = 0; desktop.waits(subject) && tries < 3; tries += 1)
        desktop.publish(subject, true);
  }
  const newcomer = createDesktop(log, 'cleo', '8');
  const every = [...desktops, newcomer];
  for (const desktop of every) {
    desktop.follow(Infinity);
    desktop.follow(2, 5);
    for (const message of customerMessages) desktop.receive(message);
  }
  return { log, desktops, newcomer, every };
};

const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });
const checkAlways = (check: (played: ReturnType<typeof play>) => void): void =>
  void fc.assert(
    fc.property(steps, (each) => check(play(each))),
    fuzz(300),
  );

const facts = (log: Log, subject: string): readonly Fact[] =>
  log.all.flatMap((each) =>
    each.subject === subject ? [parseFact(each.text)].filter((f) => f !== null) : [],
  );

describe('desktops of a team', () => {
  it('show the same state, also one that joins late', () => {
    checkAlways(({ every }) => {
      for (const subject of everySubject) {
        const [first, ...others] = every.map((desktop) => desktop.showSubject(subject));
        for (const other of others) expect(other).toEqual(first);
      }
    });
  });

  it('keep the text of what they do not understand', () => {
    checkAlways(({ every, log }) => {
      const last = log.all.findLast(({ subject }) => subject === subjects.future);
      for (const desktop of every)
        expect(desktop.showSubject(subjects.future)?.fact.text).toBe(last?.text);
    });
  });

  it('keep a newer version’s field through the changes of an older one', () => {
    checkAlways(({ log }) => {
      let isKnown = false;
      for (const fact of facts(log, subjects.starred)) {
        if (fact.author.desktop === '9') isKnown = true;
        else if (isKnown && fact.version === 2) expect(fact.body).toHaveProperty('shade');
      }
    });
  });

  it('show each change of an assignee or a note in the log or as lost', () => {
    checkAlways(({ desktops, log }) => {
      for (const { made, lost } of desktops) {
        const stored = new Set(log.all.map(({ text }) => text));
        for (const fact of made())
          if (getPublishRule(fact.kind) === 'seen')
            expect(stored.has(fact.text) || lost.includes(fact)).toBe(true);
      }
    });
  });

  it('change an assignee or a note only after having seen the last one', () => {
    checkAlways(({ log, desktops }) => {
      for (const watched of [subjects.assignee, subjects.note('ana'), subjects.note('ben')]) {
        let last = 0;
        for (const { sequence, subject, text } of log.all)
          if (subject === watched) {
            for (const { seenBy } of desktops) expect(seenBy.get(text) ?? last).toBe(last);
            last = sequence;
          }
      }
    });
  });

  it('show only notes that their author wrote', () => {
    checkAlways(({ every }) => {
      for (const desktop of every)
        for (const person of ['ana', 'ben']) {
          const shown = desktop.showSubject(subjects.note(person));
          if (shown !== null) expect(shown.fact.author.person).toBe(person);
        }
    });
  });

  it('read a lead only further, each person alone', () => {
    checkAlways(({ log, newcomer }) => {
      for (const person of ['ana', 'ben']) {
        const upTo = facts(log, subjects.read(person)).map(({ body }) => Number(body['upTo']));
        expect(upTo).toEqual([...new Set(upTo)].toSorted((a, b) => a - b));
        if (upTo.length > 0)
          expect(newcomer.showSubject(subjects.read(person))?.fact.body['upTo']).toBe(
            Math.max(...upTo),
          );
      }
    });
  });

  it('end a mark when the customer wrote later than its author knew, whatever arrived first', () => {
    checkAlways(({ every }) => {
      for (const desktop of every)
        for (const subject of [subjects.archived, subjects.snoozed]) {
          const shown = desktop.showSubject(subject);
          if (shown === null) continue;
          const { message } = shown.fact.body['known'] as Known;
          expect(shown.hasEnded).toBe(message !== customerMessages.at(-1)?.message);
        }
    });
  });
});

it('only a person changes what follows that person', () => {
  const subject = 'person.ana.away';
  const by = (person: string) => {
    const from = { author: { person, desktop: 'd' }, at: 1 };
    return reduceFact(null, {
      sequence: 1,
      subject,
      fact: buildFact('away', { isAway: true }, from, null),
    });
  };
  expect(by('ben').fact).toBeNull();
  expect(by('ana').fact?.author.person).toBe('ana');
});
