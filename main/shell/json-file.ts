/** Small JSON files of the main process. A lost or broken one reads as the defaults of its schema. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { replaceFile } from '../vault/durable-file.ts';

export const readJSONFile = <T extends z.ZodType>(file: string, schema: T): z.output<T> => {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return schema.parse({});
  }
};

export const writeJSONFile = (file: string, value: object): ReturnType<typeof replaceFile> =>
  replaceFile(file, Buffer.from(JSON.stringify(value)));
