const paths = {
  add: 'M12 5v14M5 12h14',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 17.5A1.8 1.8 0 0 1 7 16h12',
  bookmark: 'M6 3h12v18l-6-4-6 4z',
  camera: 'M3 7h4l2-3h6l2 3h4v13H3zM12 9.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  cap: 'M2 9l10-5 10 5-10 5zM6 11.5V17c3 2.5 9 2.5 12 0v-5.5',
  check: 'm4 12.5 5.5 5.5L20 7',
  'chevron-down': 'm5 9 7 7 7-7',
  close: 'M5 5l14 14M19 5 5 19',
  comment: 'M4 5h16v11h-8l-5 4v-4H4z',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5',
  edit: 'M4 20v-4L16 4l4 4L8 20z',
  exclamation: 'M12 4v10M12 18.5v.5',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  mail: 'M3 5h18v14H3zM3 7l9 7 9-7',
  menu: 'M3 6h18M3 12h18M3 18h18',
  pause: 'M8 5v14M16 5v14',
  phone: 'M6 3h4l1 5-3 2c1 3 3 5 6 6l2-3 5 1v4c-9 3-18-6-15-15z',
  play: 'M7 4v16l13-8z',
  question: 'M4 4h16v12H9l-5 4zM9.5 8.5c.5-2 5-2 5 .3 0 1.7-2.5 1.7-2.5 3M12 14v.1',
  star: 'm12 3 2.7 6 6.3.6-4.8 4.3 1.5 6.6L12 17l-5.7 3.5 1.5-6.6L3 9.6 9.3 9z',
  storefront: 'M3 9l2-5h14l2 5M4 9v11h16V9M3 9h18M9 20v-6h6v6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  upload: 'M12 16V4M7 9l5-5 5 5M4 20h16',
  warning: 'M12 3 22 21H2zM12 10v5M12 17.8v.4',
}

export type IconName = keyof typeof paths

export const iconNames = Object.keys(paths) as IconName[]

type IconProps = {
  name: IconName
  /** Takes the place of the usual size. */
  className?: string
}

/** Always beside a word, or beside one for screen readers: an icon has no name of its own. */
export function Icon({ name, className = 'size-5' }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="square"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  )
}
