import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { FormFailure } from '../components/form-failure.tsx'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from './texts.ts'

/** Sends a code of the app, or a recovery code. */
export function CodeForm({
  method,
  challenge,
  onKey,
}: {
  method: 'code' | 'recovery_code'
  challenge: string
  onKey(key: string): Promise<void>
}) {
  const t = useTexts()
  const { required } = useValidation()
  const form = useFields({ code: '' }, { code: required })
  const login = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const { key } = await call(api.accounts.passSecondFactor, {
        body: { challenge, [method]: code },
      })
      await onKey(key)
    },
    onError: (error) => {
      const wrong = fieldErrorsOf(error)[method]
      form.setErrors(wrong === undefined ? {} : { code: wrong })
    },
    meta: { showsOwnErrors: true },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => login.mutate(values))}>
      <Stack>
        <TextInput
          label={t(`label.${method}`)}
          autoComplete={method === 'code' ? 'one-time-code' : 'off'}
          inputMode={method === 'code' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          ref={takeFocus}
          required
          maxLength={40}
          size="md"
          {...form.of('code')}
        />
        <FormFailure title={t('failed')}>{formFailure(login.error, [method])}</FormFailure>
        <Button type="submit" size="md" loading={login.isPending}>
          {t('logIn')}
        </Button>
      </Stack>
    </form>
  )
}
