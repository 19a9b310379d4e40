import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Integration tests that run for a minute or more. */
const longest = [
  'team/campaign',
  'faults/planted',
  'faults/campaign',
  'engine/thousand-businesses',
  'team/engines',
].map((name) => `/integration/${name}.test.ts`);

/** Starts the longest files first: one that began last would run alone, on a single core. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
