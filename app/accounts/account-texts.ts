import { formatDate } from '#app/format/dates.ts'
import { waitText } from '#app/limits/wait-rules.ts'

// Not in account-rules.ts, so that pages which need only the texts do not load Zod.

export const pictureTypeMessage = 'Only JPG, JPEG, and PNG formats are allowed'

export const accountTexts = {
  loggedIn: 'Login Successful',
  wrongLogin: 'Phone number or Password is incorrect',
  loginFailed: 'Could not login',
  studentSignedUp: 'User Registered Successfully',
  storeSignedUp: 'Book Store Registered Successfully',
  signUpFailed: 'Could not register user',
  phoneTaken: 'This phone number is already registered',
  passwordToDelete: 'Enter your password to delete your account',
  commonPassword: 'Many people use this password, so it is guessed first. Another one is safer.',
  passwordChanged: 'Your password is changed. You are logged out everywhere else.',
  passwordNotChanged: 'Your password could not be changed. Please try again.',
  wrongPassword: 'The password is incorrect',
  linkAsked:
    'If there is an account with it, a link is on its way to the e-mail address of that account. It works for 30 minutes.',
  linkNotAsked: 'The link could not be asked for. Please try again.',
  passwordReset: 'Your password is changed. Log in with the new one.',
  emailConfirmed: 'Your e-mail address is confirmed.',
  emailNotConfirmed: 'The address could not be confirmed. Please try again.',
  confirmationSent: 'The link is on its way. Look in your mail, and in the folder for spam.',
}

interface Suspended {
  /** Null: for good. */
  until: Date | null
  because: string
  supportEmail: string
}

export const suspendedText = ({ until, because, supportEmail }: Suspended) =>
  `Your account is suspended ${until ? `until ${formatDate(until)}` : 'for good'}. Reason: ${because} You can write to ${supportEmail}.`

export const lockedText = (seconds: number) => `Too many wrong attempts. ${waitText(seconds)}`
