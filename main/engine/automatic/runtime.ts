/** The engine's automatic replies. Their modules are loaded at the first use. */
import { succeed } from '../../../contract/errors.ts';
import type { LeadID } from '../../../contract/records.ts';
import { postpone } from '../conversation/outbox/rows.ts';
import { findWaitingReply } from '../conversation/rule-replies.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';
import type { Gate } from './gate.ts';
import type { Planner } from './planner.ts';
import type { Automatic, AutomaticDependencies } from './running.ts';

type Command = Extract<EngineCommand, `automaticReplies.${string}`>;

export type AutomaticReplyRuntime = Pick<Gate, 'release'> &
  Planner & {
    /** Sets the lead to which the person here is typing a reply; null for none. */
    readonly setTyping: (leadID: LeadID | null) => void;
    readonly commands: Handlers<Command>;
  };

/** Delay of a reply that is due before the modules are loaded. */
const loadingMs = 1_000;

/** True if a rule, a decision of a rule or the state of the pause is stored. */
const isUsed = (store: Store): boolean =>
  store
    .prepare<[], { used: number }>(
      `SELECT EXISTS (SELECT 1 FROM automatic_rules) OR EXISTS (SELECT 1 FROM automatic_replies)
         OR EXISTS (SELECT 1 FROM settings WHERE name = 'automatic.pause') AS used`,
    )
    .get()?.used === 1;

export const createAutomaticReplyRuntime = (
  dependencies: Omit<AutomaticDependencies, 'getTypingLead'>,
): AutomaticReplyRuntime => {
  const { store, clock, log } = dependencies;
  let typingLead: LeadID | null = null;
  let running: Automatic | null = null;
  let isStopped = false;
  let loading: Promise<Automatic> | null = null;

  const load = (): Promise<Automatic> =>
    (loading ??= import('./running.ts').then(({ createAutomatic }) => {
      running = createAutomatic({ ...dependencies, getTypingLead: () => typingLead });
      if (isStopped) running.planner.stop();
      return running;
    }));

  const planNow = (): void => {
    if (running !== null) running.planner.planNow();
    else if (isUsed(store))
      load().catch((thrown: unknown) => {
        loading = null;
        log.error({ err: thrown }, 'automatic replies could not be loaded');
      });
  };

  const loadAndRun = <C extends Command>(name: C): Handlers<Command>[C] =>
    (async (input: never) => (await load()).commands[name](input)) as Handlers<Command>[C];

  planNow();

  return {
    release: ({ message }) => {
      if (running !== null) return running.gate.release({ message });
      if (findWaitingReply(store, message) === null) return true;
      postpone(store, message, clock.now() + loadingMs);
      return false;
    },
    onChange: (change) => running?.planner.onChange(change),
    planNow,
    setTyping: (leadID) => {
      typingLead = leadID;
    },
    commands: {
      'automaticReplies.list': (input) =>
        running === null && !isUsed(store)
          ? succeed({ rules: [], isPaused: false, sentToday: 0 })
          : loadAndRun('automaticReplies.list')(input),
      'automaticReplies.save': loadAndRun('automaticReplies.save'),
      'automaticReplies.remove': loadAndRun('automaticReplies.remove'),
      'automaticReplies.reorder': loadAndRun('automaticReplies.reorder'),
      'automaticReplies.pause': loadAndRun('automaticReplies.pause'),
      'automaticReplies.preview': loadAndRun('automaticReplies.preview'),
      'automaticReplies.sendNow': loadAndRun('automaticReplies.sendNow'),
      'automaticReplies.decline': loadAndRun('automaticReplies.decline'),
    },
    stop: () => {
      isStopped = true;
      running?.planner.stop();
    },
  };
};
