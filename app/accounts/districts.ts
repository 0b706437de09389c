/** The districts of Assam. */
export const districts = [
  'Bajali',
  'Baksa',
  'Barpeta',
  'Biswanath',
  'Bongaigaon',
  'Cachar',
  'Charaideo',
  'Chirang',
  'Darrang',
  'Dhemaji',
  'Dhubri',
  'Dibrugarh',
  'Dima Hasao',
  'Goalpara',
  'Golaghat',
  'Hailakandi',
  'Hojai',
  'Jorhat',
  'Kamrup',
  'Kamrup Metropolitan',
  'Karbi Anglong',
  'Kokrajhar',
  'Lakhimpur',
  'Majuli',
  'Morigaon',
  'Nagaon',
  'Nalbari',
  'Sivasagar',
  'Sonitpur',
  'South Salmara-Mankachar',
  'Sribhumi',
  'Tamulpur',
  'Tinsukia',
  'Udalguri',
  'West Karbi Anglong',
]

/** Districts that share a border, or face each other across the Brahmaputra where there is a bridge or a ferry. */
const borders: Record<string, readonly string[]> = {
  Bajali: ['Baksa', 'Barpeta', 'Nalbari'],
  Baksa: ['Barpeta', 'Chirang', 'Nalbari', 'Tamulpur'],
  Barpeta: ['Bongaigaon', 'Chirang', 'Goalpara', 'Kamrup', 'Nalbari'],
  Biswanath: ['Golaghat', 'Lakhimpur', 'Nagaon', 'Sonitpur'],
  Bongaigaon: ['Chirang', 'Dhubri', 'Goalpara', 'Kokrajhar'],
  Cachar: ['Dima Hasao', 'Hailakandi', 'Sribhumi'],
  Charaideo: ['Dibrugarh', 'Sivasagar'],
  Chirang: ['Kokrajhar'],
  Darrang: ['Kamrup', 'Kamrup Metropolitan', 'Morigaon', 'Sonitpur', 'Udalguri'],
  Dhemaji: ['Dibrugarh', 'Lakhimpur', 'Majuli', 'Tinsukia'],
  Dhubri: ['Goalpara', 'Kokrajhar', 'South Salmara-Mankachar'],
  Dibrugarh: ['Sivasagar', 'Tinsukia'],
  'Dima Hasao': ['Hojai', 'Karbi Anglong', 'West Karbi Anglong'],
  Goalpara: ['Kamrup', 'South Salmara-Mankachar'],
  Golaghat: ['Jorhat', 'Karbi Anglong', 'Nagaon'],
  Hailakandi: ['Sribhumi'],
  Hojai: ['Karbi Anglong', 'Nagaon', 'West Karbi Anglong'],
  Jorhat: ['Majuli', 'Sivasagar'],
  Kamrup: ['Kamrup Metropolitan', 'Nalbari', 'Tamulpur'],
  'Kamrup Metropolitan': ['Morigaon'],
  'Karbi Anglong': ['Nagaon'],
  Lakhimpur: ['Majuli'],
  Majuli: ['Sivasagar'],
  Morigaon: ['Nagaon', 'Sonitpur', 'West Karbi Anglong'],
  Nagaon: ['Sonitpur', 'West Karbi Anglong'],
  Nalbari: ['Tamulpur'],
  Sonitpur: ['Udalguri'],
  Tamulpur: ['Udalguri'],
}

/** The districts beside this one, in the order of the alphabet. */
export const neighboursOf = (district: string) =>
  districts.filter((other) => borders[district]?.includes(other) || borders[other]?.includes(district))

const otherNames: Record<string, string> = {
  guwahati: 'Kamrup Metropolitan',
  'kamrup metro': 'Kamrup Metropolitan',
  'kamrup m': 'Kamrup Metropolitan',
  'kamrup rural': 'Kamrup',
  karimganj: 'Sribhumi',
  marigaon: 'Morigaon',
  'north lakhimpur': 'Lakhimpur',
  sibsagar: 'Sivasagar',
}

/** What people call the districts, with what they mean by it. */
export const districtNames = () => [...districts.map((name) => [name, name] as const), ...Object.entries(otherNames)]

/** The district that a store has typed, in one spelling; null if it is not one of Assam. */
export function districtNamed(typed: string) {
  const words = plainWords(typed).replace(/ (district|dist)$/, '')
  return districts.find((district) => plainWords(district) === words) ?? otherNames[words] ?? null
}

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
