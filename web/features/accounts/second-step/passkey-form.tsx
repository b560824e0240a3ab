import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { FormFailure } from '../components/form-failure.tsx'
import { formFailure } from '../lib/form-failure.ts'
import { useTexts } from './texts.ts'

/** Asks the browser for the passkey, and sends its answer. */
export function PasskeyForm({
  question: { challenge, passkey },
  onKey,
}: {
  question: SecondFactorQuestion
  onKey(key: string): Promise<void>
}) {
  const t = useTexts()
  const login = useMutation({
    mutationFn: async () => {
      if (passkey === null) return
      const { askForPasskey } = await import('../lib/browser-passkeys.ts')
      const assertion = await askForPasskey(passkey)
      const { key } = await call(api.accounts.passSecondFactor, { body: { challenge, assertion } })
      await onKey(key)
    },
    meta: { showsOwnErrors: true },
  })
  const { error } = login
  const failure = error instanceof ApiError ? formFailure(error, []) : t('assertion.unused')
  return (
    <Stack>
      <FormFailure title={t('failed')}>{error === null ? null : failure}</FormFailure>
      <Button size="md" loading={login.isPending} onClick={() => login.mutate()}>
        {t('assertion.button')}
      </Button>
    </Stack>
  )
}
