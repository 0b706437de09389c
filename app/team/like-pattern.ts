/** A LIKE pattern for lower-case columns that contain this text. */
export const containing = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
