import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '#contract/values/accounts.ts'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { inLanguage, pageLanguage } from '#web/lib/language.ts'
import { startSession } from '#web/lib/session.ts'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from './texts.ts'

/** Opens the account of the first administrator and goes on signed in, at an address without the token. */
export function AccountForm({ token }: { token: string }) {
  const t = useTexts()
  const client = useQueryClient()
  const [values, setValues] = useState({ first_name: '', email: '', password: '' })
  const open = useMutation({
    mutationFn: async () => {
      const { key } = await call(api.setup.open, { body: { token, ...values } })
      await startSession(client, key)
    },
    onSuccess: () => window.location.replace(inLanguage(paths.setup.link(), pageLanguage())),
    meta: { showsOwnErrors: true },
  })
  const errors = fieldErrorsOf(open.error)
  const isOther = open.error !== null && Object.keys(errors).length === 0
  const of = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    required: true,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <Form onSubmit={() => open.mutate()}>
      {/* Sent before the scripts are there, the form leads back to itself and not to an address without the token. */}
      <input type="hidden" name="token" value={token} />
      <Stack>
        <TextInput
          label={t('account.name')}
          autoComplete="given-name"
          maxLength={150}
          {...of('first_name')}
        />
        <TextInput label={t('account.email')} type="email" autoComplete="email" {...of('email')} />
        <PasswordInput
          label={t('account.password')}
          description={t('account.passwordRule', { count: PASSWORD_MIN_LENGTH })}
          autoComplete="new-password"
          {...of('password')}
        />
        {isOther && (
          <Text role="alert" c="red">
            {messageOf(open.error)}
          </Text>
        )}
        <Button type="submit" loading={open.isPending || open.isSuccess}>
          {t('account.create')}
        </Button>
      </Stack>
    </Form>
  )
}
