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
  profileSaved: 'Data updated successfully!',
  profileNotSaved: 'Your data could not be saved. Please try again.',
  profileBusy: 'Your profile is being saved already. Please try again in a moment.',
  passwordForPhone: 'Enter your password to change the phone number',
  passwordToDelete: 'Enter your password to delete your account',
  wrongPassword: 'The password is incorrect',
}

export const lockedText = (seconds: number) => `Too many wrong attempts. ${waitText(seconds)}`
