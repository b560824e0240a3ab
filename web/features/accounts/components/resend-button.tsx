import { Button } from '@mantine/core'
import { useResend } from '../lib/use-resend.ts'

/** Asks for another verification mail. */
export function ResendButton({ email }: { email: string }) {
  const resend = useResend(email)
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      Send it again
    </Button>
  )
}
