// Not in account-texts.ts: the start page, which may be a store's profile, needs only these.
export const profileTexts = {
  saved: 'Data updated successfully!',
  notSaved: 'Your data could not be saved. Please try again.',
  busy: 'Your profile is being saved already. Please try again in a moment.',
  passwordForPhone: 'Enter your password to change the phone number',
}
