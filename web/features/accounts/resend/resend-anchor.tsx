import { Anchor } from '@mantine/core'
import { useResend } from './use-resend.ts'
import { useTexts } from './texts.ts'

/** The button of the sentence. */
export function ResendAnchor({ email }: { email: string }) {
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
