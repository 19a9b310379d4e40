/** What makes an account one of the legacy interface. */
import type { Generation } from '../generation.ts';
import { intake } from './ingest/apply.ts';

/** @public found by its name (../choose.ts) */
export const legacy: Generation = { intake };
