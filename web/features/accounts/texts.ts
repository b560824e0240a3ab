/** What the sign-in panel says; the toasts are word for word from the specification. */
export const texts = {
  loggingIn: { title: 'Logging you In', message: 'Checking your credential, please wait' },
  loggedIn: { title: 'Login Successful', message: 'Your Login is successful, redirecting..' },
  loginFailed: { title: 'Login Failed', message: 'Your Login has failed, please try again' },
  registering: { title: 'Signing you up', message: 'Please wait while we register you' },
  registered: {
    title: 'Register Successful',
    message: 'You have been registered, please check your email for the verification link',
  },
  required: 'This field is required.',
  invalidEmail: 'Enter a valid email address.',
  passwordHint: 'At least 8 characters long',
  passwordTooShort: 'This password is too short. It must contain at least 8 characters.',
  confirmHint: 'Enter password again',
  mismatch: 'The two password fields didn’t match.',
  passwordTooEasy:
    'This password is too easy to guess. Use at least 12 characters, or make it less predictable.',
  passwordChanged: 'Password changed. All other devices were logged out.',
  signedOutElsewhere: 'You are now logged in on this device only.',
  sessionEnded: 'That device was logged out.',
  accountDeleted:
    'Account deleted. You are logged out everywhere, and what is left is being removed now.',
  mailSent: {
    title: 'Email sent',
    message: 'If this address is waiting for verification, a new link is on its way.',
  },
} as const
