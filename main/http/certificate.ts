/** Why the certificate of a log server is refused, by Node's error codes. */
import type { CertificateFault } from '../../contract/team/log-state.ts';

const faults = new Map<string, CertificateFault>([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong_name'],
]);

/** Returns the fault in an error or its causes; null if it is another error. */
export const certificateFault = (error: unknown): CertificateFault | null => {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (faults.has(code)) return faults.get(code) ?? null;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'unknown_authority';
  return certificateFault(error.cause);
};
