/**
 * Where professionals and their customers live: cities with the state, the zip codes and the area
 * code that belong to them, by region.
 */

import { randomOf, type Random } from './random.ts';

export type Place = {
  readonly city: string;
  readonly state: string;
  readonly zipCodes: readonly string[];
  readonly areaCode: string;
};

/** Cities near enough to one another that a professional drives to all of them; the largest first. */
export const regions: readonly (readonly [Place, ...Place[]])[] = [
  [
    {
      city: 'Austin',
      state: 'TX',
      zipCodes: ['78704', '78745', '78757', '78731'],
      areaCode: '512',
    },
    { city: 'Round Rock', state: 'TX', zipCodes: ['78664', '78681'], areaCode: '512' },
    { city: 'Cedar Park', state: 'TX', zipCodes: ['78613'], areaCode: '512' },
    { city: 'Pflugerville', state: 'TX', zipCodes: ['78660'], areaCode: '512' },
    { city: 'Georgetown', state: 'TX', zipCodes: ['78626', '78628'], areaCode: '512' },
  ],
  [
    {
      city: 'Denver',
      state: 'CO',
      zipCodes: ['80205', '80211', '80220', '80210'],
      areaCode: '303',
    },
    { city: 'Lakewood', state: 'CO', zipCodes: ['80226', '80228'], areaCode: '303' },
    { city: 'Aurora', state: 'CO', zipCodes: ['80012', '80014'], areaCode: '303' },
    { city: 'Arvada', state: 'CO', zipCodes: ['80003', '80004'], areaCode: '303' },
    { city: 'Littleton', state: 'CO', zipCodes: ['80120', '80127'], areaCode: '303' },
  ],
  [
    {
      city: 'Seattle',
      state: 'WA',
      zipCodes: ['98103', '98115', '98122', '98144'],
      areaCode: '206',
    },
    { city: 'Bellevue', state: 'WA', zipCodes: ['98004', '98006'], areaCode: '425' },
    { city: 'Renton', state: 'WA', zipCodes: ['98055', '98058'], areaCode: '425' },
    { city: 'Shoreline', state: 'WA', zipCodes: ['98133', '98155'], areaCode: '206' },
    { city: 'Tacoma', state: 'WA', zipCodes: ['98405', '98407'], areaCode: '253' },
  ],
  [
    { city: 'Portland', state: 'OR', zipCodes: ['97202', '97211', '97217'], areaCode: '503' },
    { city: 'Beaverton', state: 'OR', zipCodes: ['97005', '97008'], areaCode: '503' },
    { city: 'Gresham', state: 'OR', zipCodes: ['97030', '97080'], areaCode: '503' },
    { city: 'Hillsboro', state: 'OR', zipCodes: ['97123', '97124'], areaCode: '503' },
    { city: 'Lake Oswego', state: 'OR', zipCodes: ['97034', '97035'], areaCode: '503' },
  ],
  [
    { city: 'Sacramento', state: 'CA', zipCodes: ['95816', '95818', '95822'], areaCode: '916' },
    { city: 'Elk Grove', state: 'CA', zipCodes: ['95624', '95758'], areaCode: '916' },
    { city: 'Roseville', state: 'CA', zipCodes: ['95661', '95678'], areaCode: '916' },
    { city: 'Folsom', state: 'CA', zipCodes: ['95630'], areaCode: '916' },
    { city: 'Carmichael', state: 'CA', zipCodes: ['95608'], areaCode: '916' },
  ],
  [
    { city: 'Oakland', state: 'CA', zipCodes: ['94602', '94609', '94618'], areaCode: '510' },
    { city: 'Berkeley', state: 'CA', zipCodes: ['94703', '94705'], areaCode: '510' },
    { city: 'Alameda', state: 'CA', zipCodes: ['94501'], areaCode: '510' },
    { city: 'San Leandro', state: 'CA', zipCodes: ['94577', '94578'], areaCode: '510' },
    { city: 'Hayward', state: 'CA', zipCodes: ['94541', '94544'], areaCode: '510' },
  ],
  [
    { city: 'San Diego', state: 'CA', zipCodes: ['92103', '92116', '92117'], areaCode: '619' },
    { city: 'Chula Vista', state: 'CA', zipCodes: ['91910', '91911'], areaCode: '619' },
    { city: 'La Mesa', state: 'CA', zipCodes: ['91941', '91942'], areaCode: '619' },
    { city: 'El Cajon', state: 'CA', zipCodes: ['92019', '92020'], areaCode: '619' },
    { city: 'National City', state: 'CA', zipCodes: ['91950'], areaCode: '619' },
  ],
  [
    { city: 'Phoenix', state: 'AZ', zipCodes: ['85013', '85018', '85032'], areaCode: '602' },
    { city: 'Tempe', state: 'AZ', zipCodes: ['85281', '85282'], areaCode: '480' },
    { city: 'Scottsdale', state: 'AZ', zipCodes: ['85251', '85257'], areaCode: '480' },
    { city: 'Mesa', state: 'AZ', zipCodes: ['85201', '85204'], areaCode: '480' },
    { city: 'Glendale', state: 'AZ', zipCodes: ['85301', '85302'], areaCode: '623' },
  ],
  [
    { city: 'Tucson', state: 'AZ', zipCodes: ['85711', '85716'], areaCode: '520' },
    { city: 'Oro Valley', state: 'AZ', zipCodes: ['85737', '85755'], areaCode: '520' },
    { city: 'Marana', state: 'AZ', zipCodes: ['85653', '85658'], areaCode: '520' },
    { city: 'Sahuarita', state: 'AZ', zipCodes: ['85629'], areaCode: '520' },
  ],
  [
    { city: 'Minneapolis', state: 'MN', zipCodes: ['55406', '55408', '55417'], areaCode: '612' },
    { city: 'St. Paul', state: 'MN', zipCodes: ['55104', '55105'], areaCode: '651' },
    { city: 'Bloomington', state: 'MN', zipCodes: ['55420', '55431'], areaCode: '952' },
    { city: 'Edina', state: 'MN', zipCodes: ['55424', '55436'], areaCode: '952' },
    { city: 'Richfield', state: 'MN', zipCodes: ['55423'], areaCode: '612' },
  ],
  [
    {
      city: 'Chicago',
      state: 'IL',
      zipCodes: ['60614', '60618', '60625', '60640'],
      areaCode: '773',
    },
    { city: 'Evanston', state: 'IL', zipCodes: ['60201', '60202'], areaCode: '847' },
    { city: 'Oak Park', state: 'IL', zipCodes: ['60302', '60304'], areaCode: '708' },
    { city: 'Skokie', state: 'IL', zipCodes: ['60076', '60077'], areaCode: '847' },
    { city: 'Cicero', state: 'IL', zipCodes: ['60804'], areaCode: '708' },
  ],
  [
    { city: 'Columbus', state: 'OH', zipCodes: ['43201', '43206', '43214'], areaCode: '614' },
    { city: 'Dublin', state: 'OH', zipCodes: ['43016', '43017'], areaCode: '614' },
    { city: 'Westerville', state: 'OH', zipCodes: ['43081', '43082'], areaCode: '614' },
    { city: 'Grove City', state: 'OH', zipCodes: ['43123'], areaCode: '614' },
    { city: 'Hilliard', state: 'OH', zipCodes: ['43026'], areaCode: '614' },
  ],
  [
    { city: 'Nashville', state: 'TN', zipCodes: ['37206', '37209', '37211'], areaCode: '615' },
    { city: 'Franklin', state: 'TN', zipCodes: ['37064', '37067'], areaCode: '615' },
    { city: 'Brentwood', state: 'TN', zipCodes: ['37027'], areaCode: '615' },
    { city: 'Hendersonville', state: 'TN', zipCodes: ['37075'], areaCode: '615' },
    { city: 'Murfreesboro', state: 'TN', zipCodes: ['37129', '37130'], areaCode: '615' },
  ],
  [
    { city: 'Atlanta', state: 'GA', zipCodes: ['30306', '30312', '30316'], areaCode: '404' },
    { city: 'Decatur', state: 'GA', zipCodes: ['30030', '30033'], areaCode: '404' },
    { city: 'Marietta', state: 'GA', zipCodes: ['30060', '30062'], areaCode: '770' },
    { city: 'Sandy Springs', state: 'GA', zipCodes: ['30328'], areaCode: '404' },
    { city: 'Smyrna', state: 'GA', zipCodes: ['30080', '30082'], areaCode: '770' },
  ],
  [
    { city: 'Charlotte', state: 'NC', zipCodes: ['28203', '28205', '28209'], areaCode: '704' },
    { city: 'Matthews', state: 'NC', zipCodes: ['28105'], areaCode: '704' },
    { city: 'Concord', state: 'NC', zipCodes: ['28025', '28027'], areaCode: '704' },
    { city: 'Huntersville', state: 'NC', zipCodes: ['28078'], areaCode: '704' },
    { city: 'Gastonia', state: 'NC', zipCodes: ['28052', '28054'], areaCode: '704' },
  ],
  [
    { city: 'Raleigh', state: 'NC', zipCodes: ['27605', '27608', '27615'], areaCode: '919' },
    { city: 'Cary', state: 'NC', zipCodes: ['27511', '27513'], areaCode: '919' },
    { city: 'Durham', state: 'NC', zipCodes: ['27701', '27705'], areaCode: '919' },
    { city: 'Apex', state: 'NC', zipCodes: ['27502', '27539'], areaCode: '919' },
    { city: 'Wake Forest', state: 'NC', zipCodes: ['27587'], areaCode: '919' },
  ],
  [
    { city: 'Tampa', state: 'FL', zipCodes: ['33603', '33609', '33629'], areaCode: '813' },
    { city: 'Brandon', state: 'FL', zipCodes: ['33510', '33511'], areaCode: '813' },
    { city: 'Riverview', state: 'FL', zipCodes: ['33569', '33578'], areaCode: '813' },
    { city: 'Clearwater', state: 'FL', zipCodes: ['33755', '33756'], areaCode: '727' },
    { city: 'St. Petersburg', state: 'FL', zipCodes: ['33701', '33704'], areaCode: '727' },
  ],
  [
    { city: 'Miami', state: 'FL', zipCodes: ['33127', '33133', '33145'], areaCode: '305' },
    { city: 'Hialeah', state: 'FL', zipCodes: ['33012', '33016'], areaCode: '305' },
    { city: 'Coral Gables', state: 'FL', zipCodes: ['33134', '33146'], areaCode: '305' },
    { city: 'Miami Beach', state: 'FL', zipCodes: ['33139', '33140'], areaCode: '305' },
    { city: 'Homestead', state: 'FL', zipCodes: ['33030', '33033'], areaCode: '305' },
  ],
  [
    { city: 'Philadelphia', state: 'PA', zipCodes: ['19125', '19146', '19147'], areaCode: '215' },
    { city: 'Abington', state: 'PA', zipCodes: ['19001'], areaCode: '215' },
    { city: 'Ardmore', state: 'PA', zipCodes: ['19003'], areaCode: '610' },
    { city: 'Upper Darby', state: 'PA', zipCodes: ['19082'], areaCode: '610' },
    { city: 'Norristown', state: 'PA', zipCodes: ['19401', '19403'], areaCode: '610' },
  ],
  [
    { city: 'Baltimore', state: 'MD', zipCodes: ['21211', '21218', '21224'], areaCode: '410' },
    { city: 'Towson', state: 'MD', zipCodes: ['21204', '21286'], areaCode: '410' },
    { city: 'Catonsville', state: 'MD', zipCodes: ['21228'], areaCode: '410' },
    { city: 'Dundalk', state: 'MD', zipCodes: ['21222'], areaCode: '410' },
    { city: 'Columbia', state: 'MD', zipCodes: ['21044', '21045'], areaCode: '410' },
  ],
  [
    { city: 'Boston', state: 'MA', zipCodes: ['02127', '02130', '02131'], areaCode: '617' },
    { city: 'Cambridge', state: 'MA', zipCodes: ['02138', '02139'], areaCode: '617' },
    { city: 'Somerville', state: 'MA', zipCodes: ['02143', '02144'], areaCode: '617' },
    { city: 'Quincy', state: 'MA', zipCodes: ['02169', '02170'], areaCode: '617' },
    { city: 'Newton', state: 'MA', zipCodes: ['02458', '02459'], areaCode: '617' },
  ],
];

export const places: readonly Place[] = regions.flat();

/** The city that a business works from; all of a professional's are in one region. */
export const homeOf = (seed: number, businessID: string): Place =>
  randomOf(seed, 'home', businessID).pick(randomOf(seed, 'region').pick(regions));

/** Where the customers of a business in `home` live: half of them in the very city. */
export const around = (home: Place): readonly Place[] => {
  const region = regions.find((one) => one.includes(home)) ?? [];
  const others = region.filter((place) => place !== home);
  return [...others, ...others.map(() => home)];
};

const streets = [
  'Alder St',
  'Birch Ln',
  'Calhoun Ave',
  'Cedar Ridge Dr',
  'Chestnut St',
  'Dogwood Ct',
  'Elm St',
  'Fairview Ave',
  'Garfield St',
  'Hawthorne Blvd',
  'Jefferson Ave',
  'Juniper Way',
  'Kingsley Rd',
  'Lakeshore Dr',
  'Laurel St',
  'Lincoln Ave',
  'Magnolia Dr',
  'Maple St',
  'Meadowbrook Ln',
  'Oak Hill Rd',
  'Park Pl',
  'Pecan St',
  'Pine Grove Rd',
  'Rosewood Ave',
  'Spruce St',
  'Sunset Blvd',
  'Sycamore Dr',
  'Walnut St',
  'Washington St',
  'Willow Creek Rd',
] as const;

/** House number and street. */
export const randomStreet = (random: Random): string =>
  `${random.int(101, 9899)} ${random.pick(streets)}`;
