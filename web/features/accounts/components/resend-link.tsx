import { Anchor } from '@mantine/core'
import { useResend } from '../lib/use-resend.ts'

/** Asks for another verification mail, within a sentence. */
export function ResendLink({ email }: { email: string }) {
  const resend = useResend(email)
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      Send it again
    </Anchor>
  )
}
