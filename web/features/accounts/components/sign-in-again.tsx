import { Alert } from '@mantine/core'

/** For people without a password, whose sign-in is too long ago to count as proof. */
export function SignInAgain() {
  return (
    <Alert color="gray" title="Log in again first">
      Your account has no password. Log out, log in again, and come back within ten minutes.
    </Alert>
  )
}
