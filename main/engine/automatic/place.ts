/** Automatic replies of the engine. Loads their modules only if they were ever used. */
import { succeed } from '../../../contract/errors.ts';
import type { LeadID } from '../../../contract/records.ts';
import { postpone } from '../conversation/outbox/rows.ts';
import { waitingReply } from '../conversation/rule-replies.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';
import type { Gate } from './gate.ts';
import type { Planner } from './planner.ts';
import type { Automatic, AutomaticDependencies } from './running.ts';

type Command = Extract<EngineCommand, `automaticReplies.${string}`>;

export type AutomaticPlace = Pick<Gate, 'release'> &
  Planner & {
    /** The lead in whose composer the person here types, or null. */
    readonly setTyping: (leadID: LeadID | null) => void;
    readonly commands: Handlers<Command>;
  };

/** Delay of a rule's reply that becomes due before the modules are loaded. */
const loadingMs = 1_000;

/** Whether there is a rule, a reply or a pause, now or in the past. */
const isUsed = (store: Store): boolean =>
  store
    .prepare<[], { used: number }>(
      'automatic.used',
      `SELECT EXISTS (SELECT 1 FROM automatic_rules) OR EXISTS (SELECT 1 FROM automatic_replies)
         OR EXISTS (SELECT 1 FROM settings WHERE name = 'automatic.pause') AS used`,
    )
    .get()?.used === 1;

export const createAutomaticPlace = (
  dependencies: Omit<AutomaticDependencies, 'typingIn'>,
): AutomaticPlace => {
  const { store, clock, log } = dependencies;
  let typingIn: LeadID | null = null;
  let running: Automatic | null = null;
  let isStopped = false;
  let loading: Promise<Automatic> | null = null;

  const load = (): Promise<Automatic> =>
    (loading ??= import('./running.ts').then(({ createAutomatic }) => {
      running = createAutomatic({ ...dependencies, typingIn: () => typingIn });
      if (isStopped) running.planner.stop();
      return running;
    }));

  const look = (): void => {
    if (running !== null) running.planner.look();
    else if (isUsed(store))
      load().catch((thrown: unknown) => {
        loading = null;
        log.error({ err: thrown }, 'automatic replies could not be loaded');
      });
  };

  const afterLoading = <C extends Command>(name: C): Handlers<Command>[C] =>
    (async (input: never) => (await load()).commands[name](input)) as Handlers<Command>[C];

  look();

  return {
    release: ({ message }) => {
      if (running !== null) return running.gate.release({ message });
      if (waitingReply(store, message) === null) return true;
      postpone(store, message, clock.now() + loadingMs);
      return false;
    },
    changed: (change) => running?.planner.changed(change),
    look,
    setTyping: (leadID) => {
      typingIn = leadID;
    },
    commands: {
      'automaticReplies.list': (input) =>
        running === null && !isUsed(store)
          ? succeed({ rules: [], isPaused: false, sentToday: 0 })
          : afterLoading('automaticReplies.list')(input),
      'automaticReplies.save': afterLoading('automaticReplies.save'),
      'automaticReplies.remove': afterLoading('automaticReplies.remove'),
      'automaticReplies.reorder': afterLoading('automaticReplies.reorder'),
      'automaticReplies.pause': afterLoading('automaticReplies.pause'),
      'automaticReplies.preview': afterLoading('automaticReplies.preview'),
      'automaticReplies.sendNow': afterLoading('automaticReplies.sendNow'),
      'automaticReplies.decline': afterLoading('automaticReplies.decline'),
    },
    stop: () => {
      isStopped = true;
      running?.planner.stop();
    },
  };
};
