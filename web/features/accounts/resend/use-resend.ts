import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { useTexts } from './texts.ts'

/** Asks for another verification mail and says that it is on its way. */
export function useResend(email: string, next?: string) {
  const t = useTexts()
  return useMutation({
    mutationFn: () => call(api.accounts.resendEmail, { body: { email, next } }),
    onSuccess: () => notifications.show({ title: t('resend.title'), message: t('resend.message') }),
  })
}
