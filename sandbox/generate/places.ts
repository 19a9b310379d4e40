/** Where professionals and their customers live, and the cities that the marketplace serves. */
import { randomOf, type Random } from './random.ts';
import { otherCities, regions, streets, type Place } from './words.ts';

export const places: readonly Place[] = regions.flat();
export const areas: readonly Place[] = [...places, ...otherCities];

/** The home city of a business. All businesses of a professional are in one region. */
export const homeOf = (seed: number, businessID: string): Place =>
  randomOf(seed, 'home', businessID).pick(randomOf(seed, 'region').pick(regions));

/** Cities of the customers of a business in `home`; half of the entries are `home` itself. */
export const around = (home: Place): readonly Place[] => {
  const region = regions.find((one) => one.includes(home)) ?? [];
  const others = region.filter((place) => place !== home);
  return [...others, ...others.map(() => home)];
};

/** House number and street. */
export const randomStreet = (random: Random): string =>
  `${random.int(101, 9899)} ${random.pick(streets)}`;

/**
 * The area that serves a zip code of five digits: the one with the numerically nearest zip code, which in
 * the United States is nearly always in the same region.
 */
export const areaOf = (zipCode: string): Place => {
  const distance = ({ zipCodes }: Place) =>
    Math.min(...zipCodes.map((code) => Math.abs(Number(code) - Number(zipCode))));
  return areas.reduce((nearest, area) => (distance(area) < distance(nearest) ? area : nearest));
};
