import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { texts } from '../texts.ts'

/** Asks for another verification mail and says that it is on its way. */
export function useResend(email: string) {
  return useMutation({
    mutationFn: () => call(api.accounts.resendEmail, { body: { email } }),
    onSuccess: () => notifications.show(texts.mailSent),
  })
}
