/** Where customers live: cities with the state, the zip codes and the area code that belong to them. */

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly zipCodes: readonly string[];
  readonly areaCode: string;
}

export const places: readonly Place[] = [
  { city: 'Austin', state: 'TX', zipCodes: ['78704', '78745', '78757', '78731'], areaCode: '512' },
  { city: 'Round Rock', state: 'TX', zipCodes: ['78664', '78681'], areaCode: '512' },
  { city: 'Denver', state: 'CO', zipCodes: ['80205', '80211', '80220', '80210'], areaCode: '303' },
  { city: 'Lakewood', state: 'CO', zipCodes: ['80226', '80228'], areaCode: '303' },
  { city: 'Seattle', state: 'WA', zipCodes: ['98103', '98115', '98122', '98144'], areaCode: '206' },
  { city: 'Tacoma', state: 'WA', zipCodes: ['98405', '98407'], areaCode: '253' },
  { city: 'Portland', state: 'OR', zipCodes: ['97202', '97211', '97217'], areaCode: '503' },
  { city: 'Sacramento', state: 'CA', zipCodes: ['95816', '95818', '95822'], areaCode: '916' },
  { city: 'Oakland', state: 'CA', zipCodes: ['94602', '94609', '94618'], areaCode: '510' },
  { city: 'San Diego', state: 'CA', zipCodes: ['92103', '92116', '92117'], areaCode: '619' },
  { city: 'Phoenix', state: 'AZ', zipCodes: ['85013', '85018', '85032'], areaCode: '602' },
  { city: 'Tucson', state: 'AZ', zipCodes: ['85711', '85716'], areaCode: '520' },
  { city: 'Minneapolis', state: 'MN', zipCodes: ['55406', '55408', '55417'], areaCode: '612' },
  { city: 'Chicago', state: 'IL', zipCodes: ['60614', '60618', '60625', '60640'], areaCode: '773' },
  { city: 'Columbus', state: 'OH', zipCodes: ['43201', '43206', '43214'], areaCode: '614' },
  { city: 'Nashville', state: 'TN', zipCodes: ['37206', '37209', '37211'], areaCode: '615' },
  { city: 'Atlanta', state: 'GA', zipCodes: ['30306', '30312', '30316'], areaCode: '404' },
  { city: 'Charlotte', state: 'NC', zipCodes: ['28203', '28205', '28209'], areaCode: '704' },
  { city: 'Raleigh', state: 'NC', zipCodes: ['27605', '27608', '27615'], areaCode: '919' },
  { city: 'Tampa', state: 'FL', zipCodes: ['33603', '33609', '33629'], areaCode: '813' },
  { city: 'Miami', state: 'FL', zipCodes: ['33127', '33133', '33145'], areaCode: '305' },
  { city: 'Philadelphia', state: 'PA', zipCodes: ['19125', '19146', '19147'], areaCode: '215' },
  { city: 'Baltimore', state: 'MD', zipCodes: ['21211', '21218', '21224'], areaCode: '410' },
  { city: 'Boston', state: 'MA', zipCodes: ['02127', '02130', '02131'], areaCode: '617' },
];

export const streets = [
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
