/** Error codes of JetStream that the hub and the desktops distinguish. */

/** True if a subject's last sequence was not the expected one. */
export const isConflictCode = (code: number | undefined): boolean =>
  code === 10_071 || code === 10_164;

/** True if a log or its account is full. */
export const isFullCode = (code: number | undefined): boolean =>
  [10_002, 10_023, 10_028, 10_047, 10_077].includes(code ?? 0);
