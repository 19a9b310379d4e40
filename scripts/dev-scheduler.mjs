/** Starts, reloads or restarts the app after the builds of `npm run dev`, one action at a time. */

/** Parts that are built separately. */
export const parts = ['main', 'preload', 'renderer'];

/**
 * @typedef {object} Actions
 * @property {() => Promise<void>} start starts or restarts the app
 * @property {() => Promise<void>} reload reloads its window
 * @property {(error: Error) => void} onFailure an action failed; later ones still run
 */

/** Schedules actions after `quiet` milliseconds without a build. The caller reports starts and results of builds. */
export function createDevScheduler({ start, reload, onFailure }, quiet = 300) {
  const building = new Set(parts);
  let built = new Set();
  let isWorking = false;
  let timer;

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void act(), quiet);
  };
  const act = async () => {
    if (isWorking || building.size > 0 || built.size === 0) return;
    const changed = built;
    built = new Set();
    isWorking = true;
    try {
      await (changed.has('main') || changed.has('preload') ? start() : reload());
    } catch (error) {
      onFailure(error);
    }
    isWorking = false;
    schedule();
  };
  return {
    onBuildStart: (part) => void building.add(part),
    onBuildSuccess: (part) => {
      building.delete(part);
      built.add(part);
      schedule();
    },
    onBuildFailure: (part) => {
      building.delete(part);
      schedule();
    },
    close: () => clearTimeout(timer),
  };
}
