import type { Insertable } from 'kysely'

import type { Tables } from '#app/platform/db.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

/** The first student and the first store are the accounts to log in with. */
export const demoStudents = {
  student: {
    phone: '9000000001',
    name: 'Demo Student',
    className: 'HS 2nd Year',
    collegeName: 'Cotton College',
    district: 'Kamrup Metropolitan',
    upiAddress: 'demo.student@upi',
  },
  rituraj: {
    phone: '9000000011',
    name: 'Rituraj',
    className: 'B.Tech',
    collegeName: 'Assam Engineering College',
    district: 'Kamrup Metropolitan',
    upiAddress: 'rituraj.notes@upi',
  },
  mitali: {
    phone: '9000000012',
    name: 'Mitali',
    className: 'B.Sc',
    collegeName: 'Jagannath Barooah College',
    district: 'Jorhat',
    upiAddress: 'mitali@upi',
  },
  anindita: { phone: '9000000013', name: 'Anindita', className: 'MA', collegeName: 'Gauhati University' },
  imran: { phone: '9000000014', name: 'Imran', className: 'B.Com', collegeName: 'Nowgong College', district: 'Nagaon' },
  junmoni: {
    phone: '9000000015',
    name: 'Junmoni',
    className: 'MBBS',
    collegeName: 'Assam Medical College',
    district: 'Dibrugarh',
  },
}

export const demoStores = {
  store: {
    phone: '9000000002',
    name: 'Demo Book Store',
    district: 'Kamrup Metropolitan',
    address: 'Panbazar, Guwahati',
  },
  panbazar: {
    phone: '9000000021',
    name: 'Panbazar Book Corner',
    district: 'Kamrup Metropolitan',
    address: 'Panbazar, Guwahati',
  },
  jorhat: { phone: '9000000022', name: 'Jorhat College Street Books', district: 'Jorhat', address: 'Gar-Ali, Jorhat' },
  tezpur: { phone: '9000000023', name: 'Luit Pustak Bhandar', district: 'Sonitpur', address: 'Main Road, Tezpur' },
  dibrugarh: { phone: '9000000024', name: 'Chowkidinghee Books', district: 'Dibrugarh', address: 'Dibrugarh' },
  silchar: { phone: '9000000025', name: 'Barak Text Book House', district: 'Cachar', address: 'Premtola, Silchar' },
}

export type DemoSeller = keyof typeof demoStudents | keyof typeof demoStores

type Written = 'name' | 'authorName' | 'className' | 'collegeName' | 'category' | 'stream' | 'condition' | 'description'
type Counted = 'pricePaise' | 'sellingPricePaise' | 'publishYear' | 'discount'

export interface DemoPost extends Pick<Insertable<Tables['posts']>, 'kind' | Written | Counted> {
  seller: DemoSeller
  hasCover: boolean
  /** Where they are counted; 0 is sold out. */
  copies?: number
}

/** Parses a table with one post per line, newest first. The first line names the columns; prices are in rupees. */
function parseTable(kind: PostKind, table: string): DemoPost[] {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map((cells) => {
    const cell = (name: string) => cells[names.indexOf(name)] || null
    const count = (name: string, unit = 1) => (cell(name) === null ? null : Number(cell(name)) * unit)
    return {
      kind,
      seller: cell('seller') as DemoSeller,
      name: cell('name')!,
      authorName: cell('authorName'),
      className: cell('className'),
      collegeName: cell('collegeName'),
      category: cell('category'),
      stream: cell('stream'),
      condition: cell('condition'),
      description: cell('description'),
      publishYear: count('publishYear'),
      pricePaise: count('price', 100)!,
      sellingPricePaise: count('sellingPrice', 100),
      discount: count('discount'),
      hasCover: cell('cover') !== null,
      ...(cell('copies') !== null && { copies: Number(cell('copies')) }),
    }
  })
}

const books = parseTable(
  'book',
  `
  seller | name | authorName | className | stream | condition | publishYear | price | sellingPrice | copies
  student | Concepts of Physics, Part 1 | H. C. Verma | HS 1st Year | Science | Good(used) | 2022 | 495 | 260
  store | Higher Engineering Mathematics | B. S. Grewal | B.Tech 1st Year | Engineering | Superb(used) | 2021 | 899 | 420
  jorhat | বহল ব্যাকৰণ (Bahal Byakaran) | Satyanath Bora | Class IX | Arts | New Book(Brand New) | 2019 | 180 |
  mitali | Mathematics, Textbook for Class XII, Part I | NCERT | HS 2nd Year | Science | Good(used) | 2023 | 165 | 90
  panbazar | Indian Polity | M. Laxmikanth | APSC, UPSC | Social Sciences | Superb(used) | 2023 | 995 | 550
  anindita | A History of Assam | Edward Gait | BA, Gauhati University | Humanities | Good(used) | 2011 | 450 | 220
  tezpur | General Science, Class X | SEBA | Class X | Science | New Book(Brand New) | 2024 | 120 | | 25
  junmoni | Textbook of Medical Physiology | Guyton and Hall | MBBS 1st Year | Medical | Superb(used) | 2020 | 2450 | 1400
  store | Introductory Macroeconomics | NCERT | HS 2nd Year | Commerce | Poor(Used) | 2018 | 110 | 45 | 1
  dibrugarh | Organic Chemistry | Morrison and Boyd | B.Sc, Dibrugarh University | Science | Good(used) | 2010 | 850 | 400
  rituraj | Data Structures Using C | Reema Thareja | BCA 2nd Year | Information Technology | Good(used) | 2018 | 575 | 300
  silchar | Introduction to the Constitution of India | D. D. Basu | LLB | Law | Superb(used) | 2021 | 795 | 380
  student | হেমকোষ (Hemkosh) | Hemchandra Barua | All classes | Arts | Good(used) | 2006 | 900 | 520
  imran | Double Entry Book Keeping | T. S. Grewal | HS 1st Year | Commerce | Superb(used) | 2022 | 540 | 250
  panbazar | Objective General English | S. P. Bakshi | Competitive exams | Other | New Book(Brand New) | 2023 | 435 | 390 | 8
  jorhat | Flamingo, Textbook in English for Class XII | NCERT | HS 2nd Year | Arts | Good(used) | 2022 | 85 | 50
  rituraj | Engineering Mechanics | S. Timoshenko and D. H. Young | B.E. 1st Year | Engineering | Poor(Used) | 2007 | 720 | 240
  store | Principles of Management | P. C. Tripathi and P. N. Reddy | BBA | Management Studies | Good(used) | 2017 | 625 | 310
  junmoni | Human Anatomy, Volume 1 | B. D. Chaurasia | MBBS 1st Year | Medical | Good(used) | 2019 | 1195 | 650
  tezpur | সমাজ বিজ্ঞান, দশম শ্ৰেণী (Social Science) | SEBA | Class X | Social Sciences | New Book(Brand New) | 2024 | 140 |
  mitali | Biology, Textbook for Class XI | NCERT | HS 1st Year | Science | Superb(used) | 2022 | 195 | 110
  anindita | India's Struggle for Independence | Bipan Chandra | BA | Humanities | Superb(used) | 2016 | 499 | 250
  dibrugarh | Quantitative Aptitude | R. S. Aggarwal | SSC, banking, ADRE | Other | Good(used) | 2021 | 650 | 320
  student | Physics, Textbook for Class XII, Part II | NCERT | HS 2nd Year | Science | Good(used) | 2021 | 155 | 80
  silchar | Contract and Specific Relief | Avtar Singh | BA LLB 1st Year | Law | Good(used) | 2018 | 560 | 270
  panbazar | Ecology and Environment | P. D. Sharma | B.Sc | Environmental Studies | Superb(used) | 2015 | 525 | 280
  store | क्षितिज, भाग 2 | NCERT | Class X | Arts | New Book(Brand New) | 2023 | 75 | | 12
  imran | Cost Accounting | Jain and Narang | B.Com 3rd Semester | Commerce | Good(used) | 2016 | 595 | 280
  jorhat | Building Construction | B. C. Punmia | B.Arch 2nd Year | Architecture | Good(used) | 2014 | 550 | 260
  rituraj | The C Programming Language | Kernighan and Ritchie | B.Tech 1st Year | Information Technology | Superb(used) | 2015 | 399 | 210
  tezpur | Higher Algebra | Hall and Knight | HS 1st Year | Science | New Book(Brand New) | 2020 | 345 | 275
  student | Hornbill, Textbook in English for Class XI | NCERT | HS 1st Year | Arts | Poor(Used) | 2017 | 70 | 25
  dibrugarh | Petroleum Refinery Engineering | W. L. Nelson | M.Tech | Engineering | Good(used) | 2003 | 980 | 450
  anindita | অসমীয়া সাহিত্যৰ সমীক্ষাত্মক ইতিবৃত্ত | Satyendranath Sarma | MA Assamese | Arts | Superb(used) | 2012 | 600 | 380
  panbazar | Indian Economy | Ramesh Singh | APSC, UPSC | Social Sciences | Good(used) | 2022 | 780 | 390
  silchar | Business Studies, Class XII | Poonam Gandhi | HS 2nd Year | Business Studies | Superb(used) | 2023 | 520 | 300
  junmoni | Textbook of Biochemistry | D. M. Vasudevan | MBBS 1st Year | Medical | Poor(Used) | 2013 | 995 | 350
  store | A Textbook of Electrical Technology | B. L. Theraja | Diploma, Polytechnic | Engineering | Good(used) | 2014 | 870 | 410
  mitali | Problems in General Physics | I. E. Irodov | JEE | Science | Good(used) | 2018 | 280 | 150
  jorhat | Fundamentals of Ecology | E. P. Odum | M.Sc | Environmental Studies | Good(used) | 2005 | 695 | 340
  imran | Business Mathematics and Statistics | N. G. Das and J. K. Das | B.Com 1st Semester | Business Studies | Superb(used) | 2019 | 490 | 260
  student | Chemistry, Textbook for Class XII, Part I | NCERT | HS 2nd Year | Science | Superb(used) | 2022 | 170 | 100
  tezpur | A History of Fine Arts in India and the West | Edith Tomory | BFA | Fine Arts | Good(used) | 2009 | 595 | 330
  panbazar | Lucent's General Knowledge | Lucent Publication | Competitive exams | Other | New Book(Brand New) | 2024 | 295 | 240 | 40
  rituraj | Digital Design | M. Morris Mano | B.Tech 2nd Year | Engineering | Good(used) | 2013 | 750 | 360
  dibrugarh | Human Geography | Majid Husain | BA, Dibrugarh University | Humanities | Superb(used) | 2014 | 480 | 250
  store | The Design of Everyday Things | Don Norman | B.Des | Design | Superb(used) | 2013 | 699 | 400 | 0
  anindita | An Introduction to Political Theory | O. P. Gauba | BA 1st Semester | Social Sciences | Good(used) | 2015 | 420 | 200
  silchar | Mathematics, Class X | R. D. Sharma | Class X | Science | Good(used) | 2021 | 610 | 290
  jorhat | आरोह, भाग 2 | NCERT | HS 2nd Year | Arts | Good(used) | 2020 | 95 | 50
  mitali | Calculus and Analytic Geometry | Thomas and Finney | B.Sc 1st Semester | Science | Poor(Used) | 2002 | 890 | 280
  store | Marketing Management | Kotler and Keller | MBA | Management Studies | Superb(used) | 2016 | 950 | 480
  junmoni | Robbins Basic Pathology | Kumar, Abbas and Aster | MBBS 2nd Year | Medical | New Book(Brand New) | 2018 | 1850 | 1550
  panbazar | Discovery of India | Jawaharlal Nehru | All classes | Humanities | Good(used) | 2008 | 599 | 290
  student | Plane Trigonometry | S. L. Loney | HS 1st Year | Science | Good(used) | | 225 | 110
  tezpur | Architecture: Form, Space and Order | Francis D. K. Ching | B.Arch 1st Year | Architecture | Superb(used) | 2015 | 1450 | 900
  dibrugarh | Database System Concepts | Silberschatz, Korth and Sudarshan | MCA | Information Technology | Good(used) | 2013 | 850 | 420
  imran | Income Tax Law and Practice | V. P. Gaur and D. B. Narang | B.Com 5th Semester | Commerce | Good(used) | 2023 | 680 | 350
  silchar | High School English Grammar | Wren and Martin | Class VIII to XII | Arts | Good(used) | 2017 | 430 | 200
  store | নামঘোষা (Namghosa) | Madhavdev | All classes | Humanities | New Book(Brand New) | 2021 | 150 | | 3
`,
)

const novels = parseTable(
  'novel',
  `
  seller | name | authorName | category | stream | condition | publishYear | price | sellingPrice | description
  student | বুঢ়ী আইৰ সাধু (Burhi Aair Sadhu) | Lakshminath Bezbaroa | Folk tales | Arts | Good(used) | 2015 | 150 | 80 | The tales every house in Assam knows, from Tejimola to the fox and the tiger. Clean pages.
  store | Mrityunjay (মৃত্যুঞ্জয়) | Birendra Kumar Bhattacharya | Historical | Arts | Superb(used) | 2018 | 250 | 140 | Villagers near Nagaon plan to stop a train in 1942. It won the Jnanpith Award.
  mitali | Pride and Prejudice | Jane Austen | Classic | Humanities | Good(used) | 2012 | 225 | 120 | Elizabeth and Mr Darcy misread each other for 300 pages. In the syllabus of many BA courses.
  jorhat | মিৰি জীয়ৰী (Miri Jiyori) | Rajanikanta Bordoloi | Romance | Arts | New Book(Brand New) | 2020 | 95 | | Janki and Panei on the banks of the Subansiri. Short, and easy to finish in a day.
  anindita | দঁতাল হাতীৰ উঁয়ে খোৱা হাওদা | Mamoni Raisom Goswami | Social | Arts | Good(used) | 2010 | 280 | 160 | Three widows in a satra of South Kamrup, and a world that comes to its end.
  panbazar | The God of Small Things | Arundhati Roy | Fiction | Humanities | Superb(used) | 2017 | 399 | 220 | Twins in Kerala and the day that changed their family. Booker Prize, 1997.
  student | জীৱনৰ বাটত (Jivanar Batat) | Bina Barua | Social | Arts | Good(used) | 2014 | 180 | 90 | Village life before independence, with weddings, songs and hard luck. My name is on the first page.
  tezpur | गोदान (Godan) | Premchand | Classic | Arts | Good(used) | 2016 | 200 | 110 | होरी एक गाय चाहता है। हिंदी साहित्य का सबसे प्रसिद्ध उपन्यास।
  store | Makam (মাকাম) | Rita Chowdhury | Historical | Humanities | Superb(used) | 2019 | 600 | 380 | The Chinese families of Makum and what 1962 did to them. A thick book that reads fast.
  rituraj | Five Point Someone | Chetan Bhagat | Campus | Engineering | Poor(Used) | 2008 | 195 | 60 | Three friends and bad grades at IIT. The cover is torn, all pages are there.
  dibrugarh | ইয়াৰুইংগম (Iyaruingam) | Birendra Kumar Bhattacharya | Political | Social Sciences | Good(used) | 2011 | 260 | 150 | A Naga village after the war: who should rule, and by which means?
  mitali | The Hungry Tide | Amitav Ghosh | Fiction | Environmental Studies | Superb(used) | 2016 | 450 | 250 | River dolphins, tigers and tides in the Sundarbans. Bought for an optional paper.
  silchar | Pita Putra | Homen Borgohain | Social | Arts | New Book(Brand New) | 2021 | 210 | | A father, his sons, and a village that changes faster than he can follow.
  imran | The Alchemist | Paulo Coelho | Philosophical | Other | Good(used) | 2014 | 350 | 150 | A shepherd follows a dream to the pyramids. A good first novel in English.
  store | Felanee (ফেলানী) | Arupa Patangia Kalita | Fiction | Arts | Good(used) | 2013 | 300 | 170 | A woman who was thrown away as a child and lived. Hard to put down.
  panbazar | Animal Farm | George Orwell | Satire | Social Sciences | New Book(Brand New) | 2022 | 150 | 99 | The animals take over the farm. Short, and still true.
  student | The House with a Thousand Stories | Aruni Kashyap | Fiction | Humanities | Superb(used) | 2013 | 299 | 180 | A wedding in Mayong in the years of the insurgency. Read once.
  jorhat | অসীমত যাৰ হেৰাল সীমা | Kanchan Baruah | Romance | Arts | Good(used) | 2009 | 320 | 190 | The love story that has been lent and not given back in Assam for decades.
  anindita | To Kill a Mockingbird | Harper Lee | Classic | Law | Superb(used) | 2015 | 399 | 210 | A lawyer defends an innocent man, told by his daughter. With a few pencil marks.
  dibrugarh | Manomati | Rajanikanta Bordoloi | Historical | Arts | Poor(Used) | 2004 | 160 | 55 | Love and war at the time of the Burmese invasions. Old copy, loose binding.
`,
)

const notes = parseTable(
  'note',
  `
  seller | name | className | collegeName | category | price | sellingPrice | description
  student | HSLC General Mathematics, all chapters solved | Class X | Cotton Collegiate H.S. School | HSLC (SEBA) | 70 | 49 | Every exercise of the textbook, step by step. The second file holds ten papers of past years.
  mitali | Physics: optics and modern physics | HS 2nd Year | Jagannath Barooah College | Higher Secondary (Science) | 60 | | Ray diagrams, derivations and the questions that AHSEC likes to ask.
  anindita | History of Assam, 1826 to 1947 | BA 4th Semester | Gauhati University | Art's (Degree) | 90 | 75 | From Yandabo to independence in 30 pages. Dates in the margin.
  imran | Accountancy: partnership and companies | HS 2nd Year | Nowgong College | Higher Secondary (Commerce) | 80 | 60 | Formats of all accounts and 40 solved problems.
  student | Organic reactions on two pages | HS 2nd Year | Cotton College | Higher Secondary (Science) | 30 | | All named reactions with one example each. Print it and hang it over the table.
  rituraj | Signals and systems, hand-written | B.Tech 4th Semester | Assam Engineering College | Engineering (ASTU) | 120 | 90 | Fourier, Laplace and Z transforms as taught in class, with the questions of the last 5 years.
  mitali | Plant physiology, unit 1 to 5 | B.Sc 3rd Semester | Jagannath Barooah College | Science (Degree) | 85 | | Short answers with labelled drawings. Follows the syllabus of Dibrugarh University.
  anindita | অসমীয়া ভাষাৰ ইতিহাস | MA 1st Semester | Gauhati University | Art's (Master Degree) | 150 | 120 | How the language grew from the Charyapadas to Arunodoi. Prepared for the first paper.
  junmoni | Anatomy of the upper limb, tables | MBBS 1st Year | Assam Medical College | Medical | 140 | 99 | Muscles, nerves and vessels in tables. Made for the night before the viva.
  imran | Business statistics with solved papers | B.Com 1st Semester | Nowgong College | Commerce (Degree) | 75 | | Averages, dispersion, correlation and index numbers.
  student | Science for class X, CBSE: diagrams | Class X | | HSLC (CBSE) | 40 | 25 | The 25 diagrams that are asked for, drawn large and labelled.
  anindita | Political science: the Indian Constitution | HS 1st Year | Handique Girls College | Higher Secondary (Arts) | 55 | | Fundamental rights, Parliament, courts and local government in simple English.
  rituraj | Engineering drawing: projections | B.Tech 1st Year | Jorhat Engineering College | Engineering (ASTU) | 95 | | Points, lines, planes and solids. Each with the steps.
  imran | Advanced cost accounting | M.Com 2nd Semester | Gauhati University | Commerce (Master Degree) | 160 | 130 | Process costing, standard costing and variances.
  mitali | Quantum mechanics, problems and answers | M.Sc 1st Semester | Dibrugarh University | Science (Master Degree) | 180 | 150 | Sixty problems on wells, oscillators and the hydrogen atom.
  student | English grammar for HSLC | Class IX and X | | HSLC (SEBA) | 45 | | Voice, narration, articles and prepositions, with 200 sentences to change.
  junmoni | Biology: human physiology | HS 1st Year | Kanoi College | Higher Secondary (Science) | 65 | 50 | Digestion, breathing, blood and nerves. Good for NEET as well.
  anindita | Education: child psychology | BA 2nd Semester | Cotton University | Art's (Degree) | 70 | | Piaget, Kohlberg and Erikson, each on three pages.
  rituraj | ADRE reasoning tricks | Any | | Competitive exams | 99 | 79 | Series, coding, blood relations and clocks. With the paper of 2024.
  student | Logic and philosophy, short questions | HS 2nd Year | Cotton College | Higher Secondary (Arts) | 35 | | One-mark and two-mark questions of eight years, sorted by chapter.
  imran | Economics: national income | HS 2nd Year | Nowgong College | Higher Secondary (Commerce) | 50 | 40 | Definitions, methods and numerical problems.
  mitali | Real analysis, theorems with proofs | B.Sc 4th Semester | Jagannath Barooah College | Science (Degree) | 110 | | Sequences, series and continuity. The proofs are complete.
  anindita | Assamese folk culture | MA 3rd Semester | Gauhati University | Art's (Master Degree) | 130 | | Bihu, Ojapali, Ankiya Nat and the crafts. With a list of further reading.
  student | Social science map work, SEBA | Class X | | HSLC (SEBA) | 25 | | Rivers, wildlife parks, oil fields and tea: where to put each on the map.
`,
)

const courses = parseTable(
  'course',
  `
  seller | name | className | collegeName | category | price | sellingPrice | discount | cover | description
  student | Spoken English in 30 lessons | Any class | Cotton College | Language | 500 | | 40 | | Half an hour a day. Every lesson has a talk, new words and a task to say aloud.
  rituraj | C programming from zero | BCA, B.Tech 1st Year | Assam Engineering College | Engineering (ASTU) | 350 | 280 | | yes | Twelve units from printf to pointers. Each ends with five programs to write.
  mitali | NEET physics in 60 days | HS 2nd Year | Jagannath Barooah College | Higher Secondary (Science) | 900 | | 25 | yes | A plan for each day, formula sheets and 600 questions with answers.
  anindita | APSC prelims: history and polity | Graduates | Gauhati University | Competitive exams | 750 | 600 | | yes | Thirty sheets to learn by and six tests. New questions are added to the second file.
  imran | Tally and GST for beginners | B.Com | Nowgong College | Commerce (Degree) | 400 | | 30 | | Set up a company, enter bills, file a return. With sample data of a small shop.
  student | HSLC maths crash course | Class X | | HSLC (SEBA) | 250 | 199 | | yes | Twenty sheets for the last two months before the examination.
  junmoni | Biology for NEET: genetics | HS 2nd Year | Assam Medical College | Higher Secondary (Science) | 320 | |  | | Mendel to molecular biology, with crosses to solve.
  anindita | UGC NET Assamese, paper 2 | MA | Gauhati University | Art's (Master Degree) | 650 | | 20 | yes | Units 1 to 10 in short notes, then 500 questions.
  student | Computer basics with Assamese typing | Any class | | Computer | 150 | |  | | Files, documents, tables and typing in our own script.
  rituraj | GATE civil: structures | B.Tech 4th Year | Jorhat Engineering College | Engineering (ASTU) | 900 | | 35 | yes | Theory in brief and solved papers from 2010 on.
  imran | Banking exams: quantitative aptitude | Graduates | | Competitive exams | 450 | 380 | |  | Short methods first, then sets of 35 questions to be done in 20 minutes.
  mitali | M.Sc entrance: mathematics | B.Sc 6th Semester | Dibrugarh University | Science (Master Degree) | 500 | | 10 | | For Gauhati, Tezpur and Dibrugarh. Algebra, analysis and ten model papers.
  student | Science practicals, class IX and X | Class IX and X | | HSLC (CBSE) | 180 | 140 | | yes | Aim, apparatus, steps and the questions that follow, for 22 experiments.
  anindita | Write better answers in HS Arts | HS 2nd Year | Handique Girls College | Higher Secondary (Arts) | 220 | | 50 | | How long, how to begin, how to end. With 15 answers before and after.
  junmoni | First aid for hostels | Any | Assam Medical College | Health | 100 | |  | | What to do before the doctor comes, on 12 sheets.
  imran | Commerce for HS 1st year, complete | HS 1st Year | Nowgong College | Higher Secondary (Commerce) | 600 | | 45 | yes | Accountancy, business studies and economics, chapter by chapter.
`,
)

export const demoCatalogue = [...books, ...novels, ...notes, ...courses]
