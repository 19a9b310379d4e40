/** Chooses the generation of an account, once, by the name that its profile has. */
import type { PublicProfile } from '../../../contract/profile.ts';
import type { Door } from './doors.ts';
import type { Generation } from './generation.ts';
import * as generations from './generations.ts';

type Name = PublicProfile['interface'];

/** Accounts of a generation that is no more stay as they are: what is kept of them is read as v4 is. */
export const generationNamed = (name: Name): Generation =>
  (generations as Partial<Record<Name, Generation>>)[name] ?? generations.v4;

/** Where services call us, whatever their generation. */
export const allDoors: readonly Door[] = Object.values(generations).flatMap(({ doors }) => doors);
