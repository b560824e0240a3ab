import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { takeWork, workAhead } from '../lib/work.ts'
import { FormFailure } from './form-failure.tsx'
import { useTexts } from '../texts.ts'

/** Asks for a mail with a reset link. The answer never tells whether an account exists. */
export function ForgotPassword() {
  const t = useTexts()
  const { email } = useValidation()

  const form = useFields({ email: '' }, { email })
  const reset = useMutation({
    mutationFn: async (address: string) =>
      call(api.accounts.passwordReset, { body: { email: address, altcha: await takeWork() } }),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })

  if (reset.isSuccess) {
    return (
      <Stack aria-live="polite">
        <Title order={1} fz="xl">
          {t('forgotPassword.checkYourEmail')}
        </Title>
        <Text>
          {t.rich('forgotPassword.sent', {
            email: reset.variables,
            b: <strong />,
          })}
        </Text>
        <Anchor component={Link} to={paths.login.link()}>
          {t('forgotPassword.backToLogIn')}
        </Anchor>
      </Stack>
    )
  }
  return (
    <form
      noValidate
      onInput={workAhead}
      onSubmit={form.onSubmit((values) => reset.mutate(values.email.trim()))}
    >
      <Stack>
        <Title order={1} fz="xl">
          {t('forgotPassword.forgotYourPassword')}
        </Title>
        <Text>{t('forgotPassword.hint')}</Text>
        <TextInput
          label={t('forgotPassword.email')}
          type="email"
          autoComplete="email"
          required
          size="md"
          {...form.of('email')}
        />
        <FormFailure title={t('forgotPassword.theLinkWasNotSent')}>
          {formFailure(reset.error, ['email'])}
        </FormFailure>
        <Button type="submit" size="md" loading={reset.isPending}>
          {t('forgotPassword.sendLink')}
        </Button>
        <Anchor component={Link} to={paths.login.link()} ta="center">
          {t('forgotPassword.backToLogIn')}
        </Anchor>
      </Stack>
    </form>
  )
}
