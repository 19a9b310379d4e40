/** Actions after the builds of `npm run dev`: one at a time, the app is started, reloaded or restarted. */

/** Parts that are built separately. */
export const parts = ['main', 'preload', 'renderer'];

/**
 * @typedef {object} Actions
 * @property {() => Promise<void>} start starts or restarts the app
 * @property {() => Promise<void>} reload reloads its window
 * @property {(error: Error) => void} onFailure an action failed; later ones still run
 */

/** Schedules actions after `quiet` milliseconds without a build. The caller reports starts and results of builds. */
export function createRounds({ start, reload, onFailure }, quiet = 300) {
  const building = new Set(parts);
  let built = new Set();
  let working = false;
  let timer;

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void act(), quiet);
  };
  const act = async () => {
    if (working || building.size > 0 || built.size === 0) return;
    const round = built;
    built = new Set();
    working = true;
    try {
      await (round.has('main') || round.has('preload') ? start() : reload());
    } catch (error) {
      onFailure(error);
    }
    working = false;
    wait();
  };
  return {
    begins: (part) => void building.add(part),
    succeeds: (part) => {
      building.delete(part);
      built.add(part);
      wait();
    },
    fails: (part) => {
      building.delete(part);
      wait();
    },
    close: () => clearTimeout(timer),
  };
}
