/** What makes an account one of v4. */
import type { Generation } from '../generation.ts';
import { intake } from './intake.ts';

export const v4: Generation = { intake };
