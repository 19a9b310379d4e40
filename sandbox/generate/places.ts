/** Places of professionals, customers and the marketplace. */
import { createRandom, type Random } from './random.ts';
import { otherCities, regions, streets, type Place } from './words.ts';

export const places: readonly Place[] = regions.flat();
/** All cities that the marketplace serves. */
export const areas: readonly Place[] = [...places, ...otherCities];

/** Returns the home city of a business. All businesses of a professional are in one region. */
export const pickHome = (seed: number, businessID: string): Place =>
  createRandom(seed, 'home', businessID).pick(createRandom(seed, 'region').pick(regions));

/** Lists cities of the customers of a business in `home`. Half of the entries are `home` itself. */
export const listCustomerCities = (home: Place): readonly Place[] => {
  const region = regions.find((one) => one.includes(home)) ?? [];
  const others = region.filter((place) => place !== home);
  return [...others, ...others.map(() => home)];
};

export const generateStreet = (random: Random): string =>
  `${random.int(101, 9899)} ${random.pick(streets)}`;

/** Finds the city with the numerically nearest zip code, which is nearly always in the same region. */
export const findNearestArea = (zipCode: string): Place => {
  const distance = ({ zipCodes }: Place) =>
    Math.min(...zipCodes.map((code) => Math.abs(Number(code) - Number(zipCode))));
  return areas.reduce((nearest, area) => (distance(area) < distance(nearest) ? area : nearest));
};
