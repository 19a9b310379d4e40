/** A desktop's connection to the log of its team. */
import { z } from 'zod';

/**
 * `unknown_authority`: enter its authority. `wrong_name`: reach the server by a name of its certificate. `expired`:
 * renew the certificate, or set this computer's clock.
 */
const certificateProblem = z.enum(['unknown_authority', 'wrong_name', 'expired']);
export type CertificateProblem = z.infer<typeof certificateProblem>;

export const logState = z.discriminatedUnion('name', [
  /** `refused`: credentials that never worked here; `revoked`: credentials that worked before. */
  z.object({ name: z.enum(['connecting', 'up', 'down', 'refused', 'revoked']) }).readonly(),
  z.object({ name: z.literal('wrong_certificate'), why: certificateProblem }).readonly(),
  z
    .object({ name: z.literal('refused_version'), found: z.string(), needed: z.string() })
    .readonly(),
]);
export type LogState = z.infer<typeof logState>;
