import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Integration tests that run for a minute or more. */
const longest = [
  'team/campaign',
  'faults/planted',
  'faults/campaign',
  'engine/thousand-businesses',
  'team/engines',
].map((name) => `/integration/${name}.test.ts`);

const needsDocument = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');

/**
 * Starts the longest files first: one that began last would run alone, on a single core. Files with a document
 * follow each other, because a worker starts again and loads every module for a file of the other kind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    const rest = Map.groupBy(
      sorted.filter((file) => !isLong(file)),
      needsDocument,
    );
    return [...sorted.filter(isLong), ...(rest.get(true) ?? []), ...(rest.get(false) ?? [])];
  }
}
