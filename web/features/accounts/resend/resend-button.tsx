import { Button } from '@mantine/core'
import { useResend } from './use-resend.ts'
import { useTexts } from './texts.ts'

/** Asks for another verification mail. */
export function ResendButton({ email, next }: { email: string; next?: string | undefined }) {
  const t = useTexts()
  const resend = useResend(email, next)
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      {t('resendButton.sendItAgain')}
    </Button>
  )
}
