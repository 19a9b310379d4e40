/** The window's position, theme and text size, for a start without jumps or flashes. */
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { readJSONFile, writeJSONFile } from './json-file.ts';

const windowState = z.object({
  x: z.int().optional().catch(undefined),
  y: z.int().optional().catch(undefined),
  // Small screens and tiling desktops make windows smaller than their minimum.
  width: z.int().min(900).catch(1280),
  height: z.int().min(600).catch(800),
  maximized: z.boolean().catch(false),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  /** In percent. */
  textSize: z.number().min(50).max(300).catch(100),
});
type WindowState = Readonly<z.infer<typeof windowState>>;
type Area = Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>;

/** Reads the stored state, with defaults for what is missing or invalid. */
export const readWindowState = (file: string): WindowState => readJSONFile(file, windowState);

/** Failures are ignored: the position is not worth a message. */
export const writeWindowState = (file: string, state: WindowState): void =>
  void writeJSONFile(file, state);

/** Chooses the stored position if enough of it is on an existing screen, else only the size. */
export const choosePlace = (areas: readonly Area[], state: WindowState): Partial<Area> => {
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
