/** The last digits, enough for the person to know it. */
export const maskedPhone = (phone: string) => `******${phone.slice(-4)}`

/** p***a@example.in */
export function maskedEmail(email: string) {
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/)
  const letters = Array.from(name)
  return `${letters[0] ?? ''}***${letters.length > 1 ? letters.at(-1) : ''}@${host}`
}
