/** The words of heating and air conditioning. */
import type { Trade } from './trade.ts';

export const cooling: Trade = {
  key: 'cooling',
  category: 'Central Air Conditioning Repair',
  work: 'the AC',
  spanishWork: 'el aire acondicionado',
  companies: ['Heating & Air', 'Comfort Systems', 'Air Conditioning', 'Climate Care'],
  jobs: [
    'AC runs all day but the house stays at 81',
    'Outside unit does not start, only a click',
    'Water is dripping from the ceiling below the air handler',
    'Upstairs is ten degrees warmer than downstairs',
    'Thermostat went blank after a storm',
    'Yearly tune-up for two units before summer',
    'Furnace blows cold air in the morning',
    'Heat pump makes a grinding noise when it switches over',
  ],
  details: [
    'The unit is from 2009 and was never a problem.',
    'I changed the filter and that made no difference.',
    'There is ice on the copper line outside.',
    'The breaker looks fine, I reset it once.',
    'It is a two story house of about 2,400 square feet.',
    'We have a home warranty but they cannot come for nine days.',
    'The air handler is in the attic with a pull-down ladder.',
    'There is a newborn here, so we would be grateful for a quick visit.',
  ],
  spanishJobs: [
    'El aire prende pero no enfría la casa',
    'La unidad de afuera no arranca',
    'Está goteando agua del techo donde está el aire',
    'El termostato se apagó después de la tormenta',
    'Quiero el mantenimiento anual de dos unidades',
  ],
  questions: [
    {
      question: 'What is the problem?',
      answers: [
        'Not cooling',
        'Strange noise',
        'Leaking water',
        'Not cooling, Strange noise',
        'Won&#39;t turn on',
      ],
    },
    {
      question: 'Type of system',
      answers: ['Central AC', 'Heat pump', 'Mini split', 'I&#39;m not sure'],
    },
    {
      question: 'Age of the system',
      answers: [
        '0 &ndash; 5 years',
        '6 &ndash; 10 years',
        '11 &ndash; 15 years',
        'More than 15 years',
      ],
    },
    { question: 'Where is the indoor unit?', answers: ['Attic', 'Closet', 'Garage', 'Basement'] },
  ],
  estimate: { type: 'OnSite', dollars: [69, 119], quantity: [1, 1] },
  leadDollars: [31, 82],
  travel: ['ProviderTravelToCustomer'],
  files: ['outdoor-unit', 'model-label', 'thermostat'],
  asks: [
    [
      'Is the fan of the outside unit turning, and is there ice on the pipe?',
      'The fan turns slowly, and yes, there is frost on the thicker pipe.',
    ],
    [
      'How old is the system, and when was the filter last changed?',
      'Around fourteen years. I put in a new filter on Saturday.',
    ],
    [
      'Could you read me the model number from the label outside?',
      'Sending a photo of the label, it is a bit faded.',
    ],
    [
      'Does the thermostat show anything, and did you check the breaker?',
      'It shows the temperature, and I reset the breaker once. No change.',
    ],
  ],
  concerns: [
    [
      'Do you charge for the diagnosis?',
      'The diagnosis is a flat price and comes off the bill if I do the repair.',
    ],
    [
      'Could it be something cheap?',
      'Often it is the capacitor, and that is a twenty minute fix. I have them on the truck.',
    ],
    [
      'Should I leave it off until you come?',
      'Yes, switch it off so the ice can melt. Then I can measure it properly.',
    ],
    [
      'Is it worth repairing at that age?',
      'I will show you the readings and both prices, then you decide. No pressure.',
    ],
  ],
};
