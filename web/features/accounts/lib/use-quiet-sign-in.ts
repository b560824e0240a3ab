import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { startSession } from '#web/lib/session.ts'

/**
 * Signs in who has just registered, so that this page learns when the address is confirmed. Where the address had an
 * account already nothing happens: the mail says so, and nobody else is to know.
 */
export function useQuietSignIn(): (login: { email: string; password: string }) => Promise<void> {
  const client = useQueryClient()
  return async (login) => {
    try {
      const { key } = await call(api.accounts.login, { body: login })
      await startSession(client, key)
    } catch {
      // The page stays as it is, and the link in the mail leads on.
    }
  }
}
