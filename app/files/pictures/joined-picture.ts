/** The columns of a picture in a query with a left join to `files`. */
interface JoinedPicture {
  pictureKey: string | null
  pictureWidth: number | null
  pictureHeight: number | null
}

/** Puts the columns of a joined picture into one field; null without a picture. */
export function withPicture<Row extends JoinedPicture>(joined: Row) {
  const { pictureKey: key, pictureWidth: width, pictureHeight: height, ...row } = joined
  return { ...row, picture: key === null ? null : { key, width: width!, height: height! } }
}
