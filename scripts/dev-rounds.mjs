/**
 * What `npm run dev` does after a build: starts the app once everything was built, then reloads its
 * window or restarts it, one after another, and once for all that was built in a short time.
 */
/** What is built by itself. */
export const parts = ['main', 'preload', 'renderer'];

/**
 * @typedef {object} Deeds
 * @property {() => Promise<void>} start starts the app, or starts it again
 * @property {() => Promise<void>} reload loads its window again
 * @property {(error: Error) => void} onFailure a deed has failed; what comes next is done all the same
 */

/**
 * Makes the keeper of the rounds, which is told when the build of a part begins and how it ends.
 * @param {Deeds} deeds
 * @param {number} [quiet] milliseconds in which the builds of one change follow one another
 */
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
