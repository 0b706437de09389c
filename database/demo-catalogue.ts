interface DemoPost {
  isNovel: boolean
  color: string
  name: string
  authorName: string
  className: string | null
  stream: string
  condition: string
  pricePaise: number
  sellingPricePaise: number | null
}

const colors = ['#24364b', '#2b5a45', '#8f1a21', '#6d5317', '#4b4f6b', '#5b3a2e']

function book(
  name: string,
  authorName: string,
  className: string,
  stream: string,
  rupees: number,
  selling: number | null,
  n: number,
): DemoPost {
  const condition = ['Good(used)', 'Superb(used)', 'New Book(Brand New)', 'Poor(Used)'][n % 4]!
  const sellingPricePaise = selling === null ? null : selling * 100
  return {
    isNovel: false,
    color: colors[n % colors.length]!,
    name,
    authorName,
    className,
    stream,
    condition,
    pricePaise: rupees * 100,
    sellingPricePaise,
  }
}

export const demoBooks: DemoPost[] = [
  book('Concepts of Physics, Part 1', 'H. C. Verma', 'Class XI', 'Science', 495, 260, 0),
  book('Higher Engineering Mathematics', 'B. S. Grewal', 'B.Tech 1st Year', 'Engineering', 899, 420, 1),
  book('Mathematics, Textbook for Class XII, Part I', 'NCERT', 'Class XII', 'Science', 165, 90, 2),
  book('Indian Polity', 'M. Laxmikanth', 'Degree', 'Social Sciences', 995, 550, 3),
  book('Organic Chemistry', 'Morrison and Boyd', 'Degree', 'Science', 850, 400, 4),
  book('Double Entry Book Keeping', 'T. S. Grewal', 'Class XI', 'Commerce', 540, 250, 5),
  book('General Science, Class X', 'SEBA', 'Class X', 'Science', 120, 60, 0),
  book('Axomiya Byakaran', 'Satyanath Bora', 'Class IX', 'Arts', 180, 95, 1),
  book('Introductory Macroeconomics', 'NCERT', 'Class XII', 'Commerce', 110, null, 2),
  book('Textbook of Medical Physiology', 'Guyton and Hall', 'MBBS 1st Year', 'Medical', 2_450, 1_400, 3),
  book('Data Structures Using C', 'Reema Thareja', 'BCA 2nd Year', 'Information Technology', 575, 300, 4),
  book('Introduction to the Constitution of India', 'D. D. Basu', 'LLB', 'Law', 795, 380, 5),
  book('History of Assam', 'Edward Gait', 'Degree', 'Humanities', 450, 220, 0),
  book('Principles of Management', 'P. C. Tripathi', 'BBA', 'Management Studies', 625, 310, 1),
]

export const demoNovels: DemoPost[] = [
  ['Burhi Aair Sadhu', 'Lakshminath Bezbaroa', 150, 80],
  ['Miri Jiyori', 'Rajanikanta Bordoloi', 95, null],
  ['Mrityunjay', 'Birendra Kumar Bhattacharya', 250, 140],
  ['Pita Putra', 'Homen Borgohain', 110, null],
  ['Jivanar Batat', 'Bina Barua', 180, 90],
  ['Pride and Prejudice', 'Jane Austen', 225, 120],
].map(([name, author, rupees, selling], n) => ({
  ...book(name as string, author as string, '', 'Arts', rupees as number, selling as number | null, n + 2),
  isNovel: true,
  className: null,
}))
