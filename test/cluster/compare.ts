/** Compares what the desktops of the cluster campaign stored with each other and with their own changes. */

export type Stored = {
  readonly name: string;
  /** In the order in which they were applied. */
  readonly entries: readonly {
    readonly sequence: number;
    readonly subject: string;
    readonly text: string;
  }[];
  readonly facts: readonly { readonly subject: string; readonly text: string }[];
  readonly outbox: readonly {
    readonly number: number;
    readonly kind: string;
    readonly subject: string;
    readonly text: string;
    readonly state: string;
  }[];
  readonly holds: readonly { readonly fence: number; readonly at: number }[];
};

export type Findings = Readonly<Record<'lost' | 'doubled' | 'misplaced' | 'different', string[]>>;

export const findRepeated = (list: readonly string[]): string[] => {
  const seen = new Set<string>();
  return list.filter((each) => seen.size === seen.add(each).size);
};

/** Stars are compared by their last state only: the log keeps the last eight entries of a subject. */
export const compareDesktops = (desktops: readonly Stored[]): Findings => {
  const findings: Findings = { lost: [], doubled: [], misplaced: [], different: [] };
  const isOnce = ({ subject }: { readonly subject: string }): boolean =>
    !subject.endsWith('.starred');
  const [first] = desktops;
  const describeEntries = (desktop: Stored): string =>
    desktop.entries
      .filter(isOnce)
      .map(({ sequence, subject, text }) => `${sequence} ${subject} ${text}`)
      .join('\n');
  const describeFacts = ({ facts }: Stored): string =>
    facts
      .map(({ subject, text }) => `${subject} ${text}`)
      .toSorted()
      .join('\n');
  for (const desktop of desktops) {
    const { name, entries } = desktop;
    for (const [at, { sequence, subject }] of entries.entries())
      if (sequence <= (entries[at - 1]?.sequence ?? 0))
        findings.misplaced.push(`${name}: ${subject} at ${sequence}`);
    const once = entries.filter(isOnce);
    for (const subject of findRepeated(once.map((entry) => entry.subject)))
      findings.doubled.push(`${name}: ${subject}`);
    const texts = new Set(once.map(({ subject, text }) => `${subject} ${text}`));
    for (const author of desktops) {
      const own = author.outbox.filter(({ kind, state }) => kind !== 'last' && state !== 'lost');
      for (const { subject, text, state } of own)
        if (!texts.has(`${subject} ${text}`))
          findings.lost.push(`${name}: ${subject} of ${author.name} (${state})`);
      const order = new Map(own.map(({ subject, text, number }) => [`${subject} ${text}`, number]));
      const numbers = once.flatMap((entry) => order.get(`${entry.subject} ${entry.text}`) ?? []);
      for (const [at, number] of numbers.entries())
        if (number < (numbers[at - 1] ?? 0))
          findings.misplaced.push(`${name}: change ${number} of ${author.name}`);
    }
    if (first && describeEntries(desktop) !== describeEntries(first))
      findings.different.push(`entries of ${name} and ${first.name}`);
    if (first && describeFacts(desktop) !== describeFacts(first))
      findings.different.push(`facts of ${name} and ${first.name}`);
  }
  const holds = desktops
    .flatMap(({ name, holds: own }) => own.map((hold) => ({ ...hold, name })))
    .toSorted((a, b) => a.at - b.at);
  for (const [at, { fence, name }] of holds.entries())
    if (fence < (holds[at - 1]?.fence ?? 0) && holds[at - 1]?.name !== name)
      findings.doubled.push(`duty: ${name} still held ${fence}`);
  return findings;
};
