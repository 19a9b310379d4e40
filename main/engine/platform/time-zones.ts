/** Time zones in the United States by ZIP code range, without ranges across a border. */

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const arizona = 'America/Phoenix';
const pacific = 'America/Los_Angeles';
const alaska = 'America/Anchorage';
const hawaii = 'Pacific/Honolulu';
const atlantic = 'America/Puerto_Rico';

/** Ascending; inclusive. */
const ranges: readonly (readonly [first: number, last: number, zone: string])[] = [
  [500, 599, eastern],
  [600, 999, atlantic],
  [1000, 8999, eastern],
  [10000, 32399, eastern],
  [32400, 32599, central], // the Florida panhandle
  [32600, 33999, eastern],
  [34100, 34999, eastern],
  [35000, 37299, central],
  [37400, 37499, eastern], // Chattanooga; 373 lies on the border
  [37500, 37599, central],
  [37600, 37999, eastern],
  [38000, 39799, central],
  [39800, 41899, eastern],
  [42000, 42499, central],
  [42500, 42599, eastern],
  [43000, 46299, eastern],
  [46300, 46499, central], // Gary
  [46600, 47499, eastern],
  [47600, 47799, central], // Evansville
  [47800, 49799, eastern],
  [50000, 57499, central],
  [57700, 57799, mountain],
  [58000, 58599, central],
  [58600, 58699, mountain],
  [58700, 58799, central],
  [59000, 59999, mountain],
  [60000, 67699, central],
  [67900, 68999, central],
  [69300, 69399, mountain],
  [70000, 79799, central],
  [79900, 83499, mountain],
  [83500, 83599, pacific], // Lewiston
  [83600, 83799, mountain],
  [83800, 83899, pacific], // Coeur d'Alene
  [84000, 84999, mountain],
  [85000, 85999, arizona],
  [86300, 86499, arizona], // 860 and 865 are Navajo land in part, which changes its clocks
  [87000, 88599, mountain],
  [88900, 89799, pacific],
  [90000, 96199, pacific],
  [96700, 96798, hawaii],
  [96800, 96899, hawaii],
  [97000, 97899, pacific],
  [97900, 97999, mountain],
  [98000, 99499, pacific],
  [99500, 99545, alaska],
  [99550, 99999, alaska],
];

/** States and territories within one zone. */
const states: ReadonlyMap<string, string> = new Map(
  [
    [eastern, 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'],
    [central, 'AL AR IA IL LA MN MO MS OK WI'],
    [mountain, 'CO MT NM UT WY'],
    [pacific, 'CA WA'],
    [hawaii, 'HI'],
    [atlantic, 'PR VI'],
  ].flatMap(([zone = '', codes = '']) => codes.split(' ').map((code) => [code, zone] as const)),
);

/** Finds the IANA time zone of a state (two letters) and ZIP code, either may be empty; null if uncertain. */
export const findTimeZone = (place: {
  readonly state: string;
  readonly zipCode: string;
}): string | null => {
  const [, digits] = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(place.zipCode) ?? [];
  if (digits === undefined) return states.get(place.state.trim().toUpperCase()) ?? null;
  const zip = Number(digits);
  return ranges.find(([first, last]) => zip >= first && zip <= last)?.[2] ?? null;
};
