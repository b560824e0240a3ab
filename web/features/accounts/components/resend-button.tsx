import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { texts } from '../texts.ts'

/** Asks for another verification mail. */
export function ResendButton({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => call(api.accounts.resendEmail, { body: { email } }),
    onSuccess: () => notifications.show({ color: 'green', ...texts.mailSent }),
  })
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      Send the mail again
    </Button>
  )
}
