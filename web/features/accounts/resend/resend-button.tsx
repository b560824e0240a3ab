import { Button } from '@mantine/core'
import { useResend } from './use-resend.ts'
import { useTexts } from './texts.ts'

/** Asks for another verification mail. */
export function ResendButton({ email }: { email: string }) {
  const t = useTexts()
  const resend = useResend(email)
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      {t('resendButton.sendItAgain')}
    </Button>
  )
}
