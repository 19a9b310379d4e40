/**
 * Where the window stood, its theme and its text size, so that the next start neither jumps nor flashes.
 * A lost or broken file costs nothing but the default place.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../vault/durable-file.ts';

const windowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(900).default(1280),
  height: z.number().int().min(600).default(800),
  maximized: z.boolean().default(false),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** In percent. */
  textSize: z.number().min(50).max(300).default(100),
});
export type WindowState = Readonly<z.infer<typeof windowState>>;
type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The remembered state, or the default one. */
export const readWindowState = (file: string): WindowState => {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return windowState.parse({});
  }
};

/** Keeps the state; the place of a window is not worth a message when it cannot be kept. */
export const writeWindowState = (file: string, state: WindowState): void => {
  replaceFile(file, Buffer.from(JSON.stringify(state)));
};

/** The remembered place if enough of it is on a screen that still exists, else only the size. */
export const placeOn = (areas: readonly Area[], state: WindowState): Partial<Area> => {
  const { x, y, width, height } = state;
  if (x === undefined || y === undefined) return { width, height };
  const visible = areas.some(
    (area) =>
      x + width > area.x + 100 &&
      x < area.x + area.width - 100 &&
      y >= area.y &&
      y < area.y + area.height - 50,
  );
  return visible ? { x, y, width, height } : { width, height };
};
