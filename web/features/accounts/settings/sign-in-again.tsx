import { Alert } from '@mantine/core'
import { useTexts } from './texts.ts'

/** For people without a password, whose sign-in is too long ago to count as proof. */
export function SignInAgain() {
  const t = useTexts()
  return (
    <Alert color="gray" title={t('signInAgain.logInAgainFirst')}>
      {t('signInAgain.hint')}
    </Alert>
  )
}
