import { Anchor } from '@mantine/core'
import { useResend } from './use-resend.ts'
import { useTexts } from './texts.ts'

/** Asks for another verification mail, within a sentence. */
export function ResendLink({ email }: { email: string }) {
  const t = useTexts()
  const resend = useResend(email)
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {t('resendLink.sendItAgain')}
    </Anchor>
  )
}
