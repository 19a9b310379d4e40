/** The words of heating and air conditioning. */
import { tradeOf } from './trade.ts';

export const cooling = tradeOf({
  key: 'cooling',
  category: 'Central Air Conditioning Repair',
  work: 'the AC',
  spanishWork: 'el aire acondicionado',
  companies: ['Heating & Air', 'Comfort Systems', 'Air Conditioning', 'Climate Care'],
  questions: [
    {
      question: 'What is the problem?',
      answers: [
        'Not cooling',
        'Not heating',
        'Strange noise',
        'Leaking water',
        'Not cooling, Strange noise',
        'Won&#39;t turn on',
        'No problem, Maintenance only',
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
  jobs: [
    {
      text: 'AC runs all day but the house stays at 81',
      answers: {
        'What is the problem?': ['Not cooling'],
        'Type of system': ['Central AC', 'I&#39;m not sure'],
      },
      details: [
        'There is ice on the copper line outside.',
        'I changed the filter and that made no difference.',
        'The air from the vents is barely cool.',
      ],
      asks: [
        [
          'Is the fan of the outside unit turning, and is there ice on the pipe?',
          'The fan turns slowly, and yes, there is frost on the thicker pipe.',
        ],
      ],
    },
    {
      text: 'Outside unit does not start, only a click',
      answers: { 'What is the problem?': ['Won&#39;t turn on'] },
      details: [
        'The breaker looks fine, I reset it once.',
        'Yesterday a push with a stick got the fan going for a minute.',
        'The inside blower works and blows warm air.',
      ],
      asks: [
        [
          'Does the thermostat show anything, and did you check the breaker?',
          'It shows the temperature, and I reset the breaker once. No change.',
        ],
      ],
    },
    {
      text: 'Water is dripping from the ceiling below the air handler',
      answers: {
        'What is the problem?': ['Leaking water'],
        'Type of system': ['Central AC', 'I&#39;m not sure'],
        'Where is the indoor unit?': ['Attic'],
      },
      details: [
        'The stain is about the size of a dinner plate.',
        'The air handler can be reached by a pull-down ladder.',
        'I switched it off last night and the dripping stopped.',
      ],
      asks: [
        [
          'Is the pan below the unit full?',
          'To the rim. I took a few cups out so that it does not run over.',
        ],
      ],
    },
    {
      text: 'Upstairs is ten degrees warmer than downstairs',
      answers: {
        'What is the problem?': ['Not cooling'],
        'Type of system': ['Central AC', 'Heat pump', 'I&#39;m not sure'],
      },
      details: [
        'It was like that last summer too, but not as bad.',
        'It is a two story house of about 2,400 square feet with one thermostat.',
        'The vents upstairs blow, just not much.',
      ],
      asks: [
        [
          'Are all the vents downstairs wide open?',
          'Yes, all of them. Should I close a few and see?',
        ],
      ],
    },
    {
      text: 'Thermostat went blank after a storm',
      answers: {
        'What is the problem?': ['Won&#39;t turn on'],
        'Type of system': ['Central AC', 'Heat pump', 'I&#39;m not sure'],
      },
      details: [
        'New batteries did nothing.',
        'The lights flickered twice that night and it was dead in the morning.',
        'Nothing else in the house was hit.',
      ],
      asks: [
        [
          'Is there a small float switch on the drain, and is it up?',
          'I found it. It is down, and dry around it.',
        ],
      ],
    },
    {
      text: 'Yearly tune-up for two units before summer',
      answers: {
        'What is the problem?': ['No problem, Maintenance only'],
        'Type of system': ['Central AC', 'Heat pump'],
      },
      details: [
        'The last one was a year ago this month.',
        'One unit is louder than the other, perhaps have a look at that.',
        'A plan with two visits a year would interest us.',
      ],
      asks: [
        ['Do you have the filters, or should we bring them?', 'Please bring two, 16 by 25 by 1.'],
      ],
    },
    {
      text: 'Furnace blows cold air in the morning',
      answers: {
        'What is the problem?': ['Not heating'],
        'Type of system': ['Central AC', 'I&#39;m not sure'],
        'Where is the indoor unit?': ['Closet', 'Garage', 'Basement'],
      },
      details: [
        'In the afternoon it is fine again.',
        'It tries to light three times and then only blows.',
        'We have put two space heaters up for now.',
      ],
      asks: [
        [
          'Does a light blink on the board, behind the little window?',
          'A red one: three blinks, a pause, and again.',
        ],
      ],
    },
    {
      text: 'Heat pump makes a grinding noise when it switches over',
      answers: {
        'What is the problem?': ['Strange noise', 'Not cooling, Strange noise'],
        'Type of system': ['Heat pump'],
      },
      details: [
        'It lasts about ten seconds and then it is quiet.',
        'The neighbors have begun to ask about it.',
        'I have recorded it on my phone.',
      ],
      asks: [
        [
          'Does the noise come from the fan or from the big can in the middle?',
          'From the middle, I think. You can hear it on the recording.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'El aire prende pero no enfría la casa',
      answers: { 'What is the problem?': ['Not cooling'] },
    },
    {
      text: 'La unidad de afuera no arranca',
      answers: { 'What is the problem?': ['Won&#39;t turn on'] },
    },
    {
      text: 'Está goteando agua del techo donde está el aire',
      answers: {
        'What is the problem?': ['Leaking water'],
        'Where is the indoor unit?': ['Attic'],
      },
    },
    {
      text: 'El termostato se apagó después de la tormenta',
      answers: { 'What is the problem?': ['Won&#39;t turn on'] },
    },
    {
      text: 'Quiero el mantenimiento anual de dos unidades',
      answers: { 'What is the problem?': ['No problem, Maintenance only'] },
    },
  ],
  details: [
    'We have a home warranty but they cannot come for nine days.',
    'There is a newborn here, so we would be grateful for a quick visit.',
    'It was never a problem until this year.',
    'I would like to know what it costs before you begin.',
    'My father cannot take the heat or the cold well.',
  ],
  estimate: { type: 'OnSite', dollars: [69, 119], quantity: [1, 1] },
  leadDollars: [31, 82],
  travel: ['ProviderTravelToCustomer'],
  files: ['outdoor-unit', 'model-label', 'thermostat'],
  asks: [
    [
      'Could you read me the model number from the label outside?',
      'Sending a photo of the label, it is a bit faded.',
    ],
    ['When was the filter last changed?', 'On Saturday. The old one was quite gray.'],
  ],
  concerns: [
    [
      'Do you charge for the visit?',
      'The visit is a flat price and comes off the bill if I do the work.',
    ],
    [
      'Could it become expensive?',
      'Mostly it is a small part, and I have those on the truck. You hear the price first.',
    ],
    [
      'Do you work on every brand?',
      'On all that are sold here. Parts for the rare ones take a day or two.',
    ],
    [
      'What if it needs a new unit in the end?',
      'I will show you the readings and both prices, then you decide. No pressure.',
    ],
  ],
});
