/** Maps Node's certificate errors to the problems that the window shows for a log server. */
import type { CertificateProblem } from '../../contract/team/log-state.ts';

/** Finds the reason of a refused certificate in an error or its causes; null for any other error. */
export const findCertificateProblem = (error: unknown): CertificateProblem | null => {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'expired';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'wrong_name';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'unknown_authority';
  return findCertificateProblem(error.cause);
};
