/** Maps Node's certificate errors to the faults that people see for a log server. */
import type { CertificateProblem } from '../../contract/team/log-state.ts';

const faults = new Map<string, CertificateProblem>([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong_name'],
]);

/** Returns the certificate's fault from an error or its causes; null for any other error. */
export const certificateProblem = (error: unknown): CertificateProblem | null => {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (faults.has(code)) return faults.get(code) ?? null;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'unknown_authority';
  return certificateProblem(error.cause);
};
