export const teamTexts = {
  wrongLogIn: 'E-mail or password is incorrect',
  wrongCode: 'This code is not right, or was used already. Enter the one that your app shows now.',
  unreadableCodes: 'Your codes cannot be read on this machine. Ask for a new link: npm run team -- link EMAIL.',
  passwordChosen: 'Your password is chosen. Log in with it.',
  noWords: 'Write something first',
  ticketChanged: 'The ticket has changed meanwhile. See what it says now.',
  personChanged: 'The account has changed meanwhile. See what it says now.',
  postChanged: 'The post has changed meanwhile. See what it says now.',
  noIdNumber: 'its key is not here',
  settledAlready: 'The order has no problem any more: nothing was changed.',
  failed: 'That did not work. Please try again.',
}
