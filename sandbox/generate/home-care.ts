/** What a house needs over the year: the tasks of the home care checklist. */

export type HomeCareTask = {
  /** Name of the category that does it. */
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly tagline: string;
  /** Not for an apartment, whose outside is somebody else's. */
  readonly outdoors: boolean;
};

const task = (
  category: string,
  title: string,
  description: string,
  tagline: string,
  outdoors = false,
): HomeCareTask => ({ category, title, description, tagline, outdoors });

export const homeCareTasks: readonly HomeCareTask[] = [
  task(
    'Heating System Maintenance',
    'Have the furnace serviced',
    'A yearly tune-up finds worn parts before the first cold night and keeps the warranty valid.',
    'Before it gets cold',
  ),
  task(
    'Central Air Conditioning Repair',
    'Check the air conditioner',
    'Clean the coils, replace the filter and check the refrigerant before the first heat wave.',
    'Stay cool all summer',
  ),
  task(
    'Smoke Detector Installation',
    'Test smoke and carbon monoxide alarms',
    'Alarms last about ten years. Replace the old ones and add one to each bedroom.',
    'Ten minutes that save lives',
  ),
  task(
    'Water Heater Installation',
    'Flush the water heater',
    'Sediment makes it slow and noisy. After twelve years, plan for a new one.',
    'Hot water without surprises',
  ),
  task(
    'Plumbing Pipe Repair',
    'Look under every sink',
    'Slow leaks ruin cabinets. Check the valves and joints, and the hoses of the washer.',
    'Small drips, big bills',
  ),
  task(
    'Carpet Cleaning',
    'Have the carpets cleaned',
    'A yearly cleaning gets what the vacuum leaves behind and makes carpets last years longer.',
    'Fresh under your feet',
  ),
  task(
    'House Cleaning',
    'Deep clean the kitchen and baths',
    'Behind the appliances, inside the oven, grout and vents: the places weekly cleaning misses.',
    'A fresh start',
  ),
  task(
    'Appliance Repair',
    'Clean the dryer vent',
    'Lint in the duct wastes energy and is a common cause of house fires.',
    'Safer and faster drying',
  ),
  task(
    'Pest Control Services',
    'Seal the house against pests',
    'Close gaps around pipes and doors, and treat the base of the walls in spring.',
    'Keep them outside',
  ),
  task(
    'Gutter Cleaning',
    'Clean the gutters',
    'Full gutters send water into walls and foundations. Twice a year is enough for most houses.',
    'Let the rain run off',
    true,
  ),
  task(
    'Roof Repair or Maintenance',
    'Inspect the roof',
    'Loose shingles and cracked seals are cheap to fix before the next storm and expensive after it.',
    'Look up once a year',
    true,
  ),
  task(
    'Chimney Sweep',
    'Sweep the chimney',
    'Creosote builds up with every fire. Have it swept and inspected before the season starts.',
    'For quiet evenings by the fire',
    true,
  ),
  task(
    'Tree Trimming and Removal',
    'Trim the trees',
    'Cut dead limbs and keep branches six feet away from the roof and the lines.',
    'Before the wind does it',
    true,
  ),
  task(
    'Sprinkler and Irrigation Repair',
    'Get the sprinklers ready',
    'Blow out the lines before frost, and check heads and timer in spring.',
    'Green lawn, lower bill',
    true,
  ),
  task(
    'Deck Staining and Sealing',
    'Seal the deck',
    'Water should bead up on the boards. If it soaks in, clean and seal them.',
    'Ready for the season',
    true,
  ),
  task(
    'Lawn Mowing and Trimming',
    'Aerate and feed the lawn',
    'Aeration lets water and nutrients reach the roots. Early fall is the best time.',
    'The best yard on the street',
    true,
  ),
];
