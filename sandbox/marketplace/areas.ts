/**
 * The city that serves a zip code: the one with the numerically nearest zip code, which in the United
 * States is nearly always in the same region.
 */
import { places } from '../generate/places.ts';
import { otherCities, type Place } from '../generate/words.ts';

export const areas: readonly Place[] = [...places, ...otherCities];

/** The area that serves a zip code of five digits. */
export const areaOf = (zipCode: string): Place => {
  const distance = ({ zipCodes }: Place) =>
    Math.min(...zipCodes.map((code) => Math.abs(Number(code) - Number(zipCode))));
  return areas.reduce((nearest, area) => (distance(area) < distance(nearest) ? area : nearest));
};
