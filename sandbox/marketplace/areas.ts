/**
 * Where a zip code lies. The marketplace serves the cities of the generator and the country's largest
 * ones; any other zip code is served from the city whose zip codes are nearest in number, which in
 * the United States is nearly always one of the same region.
 */
import { places, type Place } from '../generate/places.ts';

const largestCities: readonly Place[] = [
  {
    city: 'New York',
    state: 'NY',
    zipCodes: ['10001', '10025', '11201', '11375'],
    areaCode: '212',
  },
  { city: 'Los Angeles', state: 'CA', zipCodes: ['90012', '90026', '90045'], areaCode: '213' },
  { city: 'San Francisco', state: 'CA', zipCodes: ['94103', '94110', '94122'], areaCode: '415' },
  { city: 'San Jose', state: 'CA', zipCodes: ['95112', '95125'], areaCode: '408' },
  { city: 'Houston', state: 'TX', zipCodes: ['77002', '77007', '77019'], areaCode: '713' },
  { city: 'Dallas', state: 'TX', zipCodes: ['75201', '75206', '75214'], areaCode: '214' },
  { city: 'San Antonio', state: 'TX', zipCodes: ['78205', '78209', '78216'], areaCode: '210' },
  { city: 'Washington', state: 'DC', zipCodes: ['20001', '20009', '20016'], areaCode: '202' },
  { city: 'Detroit', state: 'MI', zipCodes: ['48201', '48226'], areaCode: '313' },
  { city: 'Indianapolis', state: 'IN', zipCodes: ['46201', '46220'], areaCode: '317' },
  { city: 'Milwaukee', state: 'WI', zipCodes: ['53202', '53211'], areaCode: '414' },
  { city: 'Kansas City', state: 'MO', zipCodes: ['64108', '64111'], areaCode: '816' },
  { city: 'St. Louis', state: 'MO', zipCodes: ['63104', '63110'], areaCode: '314' },
  { city: 'New Orleans', state: 'LA', zipCodes: ['70115', '70119'], areaCode: '504' },
  { city: 'Las Vegas', state: 'NV', zipCodes: ['89102', '89117'], areaCode: '702' },
  { city: 'Salt Lake City', state: 'UT', zipCodes: ['84102', '84106'], areaCode: '801' },
  { city: 'Albuquerque', state: 'NM', zipCodes: ['87106', '87110'], areaCode: '505' },
  { city: 'Boise', state: 'ID', zipCodes: ['83702', '83706'], areaCode: '208' },
  { city: 'Pittsburgh', state: 'PA', zipCodes: ['15206', '15217'], areaCode: '412' },
  { city: 'Honolulu', state: 'HI', zipCodes: ['96814', '96822'], areaCode: '808' },
];

export const areas: readonly Place[] = [...places, ...largestCities];

/** The area that serves a zip code of five digits. */
export const areaOf = (zipCode: string): Place => {
  const distance = ({ zipCodes }: Place) =>
    Math.min(...zipCodes.map((code) => Math.abs(Number(code) - Number(zipCode))));
  return areas.reduce((nearest, area) => (distance(area) < distance(nearest) ? area : nearest));
};
