/**
 * What can be done with accounts because of the interface generation that their service speaks: said
 * once, for the engine and the window. A generation that goes takes its entry here. No imports: the
 * window's first screen takes from here, and a schema would bring its validator along.
 */
export type Capabilities = {
  /** No newer interface has taken this one's place. Accounts of another one are moved to it. */
  readonly isCurrent: boolean;
  /** The service can be asked for leads; else they come only while it can reach this computer. */
  readonly givesLeads: boolean;
  /** The service shows the conversation, so that a reply can be looked for in it. */
  readonly showsReplies: boolean;
  /** Each lead has a phone number of its own, which forwards to the customer's. */
  readonly forwardsCalls: boolean;
  /** The service can be told how far a job is. */
  readonly takesJobStatus: boolean;
  /** Its businesses have registered phone numbers. */
  readonly hasPhoneNumbers: boolean;
};

const generations = {
  v4: {
    isCurrent: true,
    givesLeads: true,
    showsReplies: true,
    forwardsCalls: true,
    takesJobStatus: true,
    hasPhoneNumbers: true,
  },
  legacy: {
    isCurrent: false,
    givesLeads: false,
    showsReplies: false,
    forwardsCalls: false,
    takesJobStatus: false,
    hasPhoneNumbers: false,
  },
} as const satisfies Readonly<Record<string, Capabilities>>;

export type GenerationName = keyof typeof generations;

/** As profiles name it in `interface`. */
export const generationNames = Object.keys(generations) as [GenerationName];

/** Of whatever speaks that interface: an account, a profile, a test lead. */
export const capabilitiesOf = ({
  interface: name,
}: {
  readonly interface: GenerationName;
}): Capabilities => generations[name];
