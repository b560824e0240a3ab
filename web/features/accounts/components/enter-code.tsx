import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'

/** The second step of a login: the code of the authenticator app, or a recovery code. */
export function EnterCode({ enter }: { enter(code: string): Promise<void> }) {
  const t = useTexts()
  const { required } = useValidation()
  const field = useRef<HTMLInputElement>(null)
  // It takes the place of the form that had the focus.
  useEffect(() => field.current?.focus(), [])
  const form = useFields({ code: '' }, { code: required })
  const entering = useMutation({
    mutationFn: ({ code }: { code: string }) => enter(code),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => entering.mutate(values))}>
      <Stack>
        <Title order={2} fz="lg">
          {t('enterCode.title')}
        </Title>
        <Text size="sm">{t('enterCode.text')}</Text>
        <TextInput
          label={t('enterCode.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          ref={field}
          required
          maxLength={40}
          size="md"
          {...form.of('code')}
        />
        <FormFailure title={t('enterCode.failed')}>
          {formFailure(entering.error, ['code'])}
        </FormFailure>
        <Button type="submit" size="md" loading={entering.isPending}>
          {t('loginForm.login')}
        </Button>
      </Stack>
    </form>
  )
}
