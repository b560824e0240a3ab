import { Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'

/** A sign-in by a provider that met an account with a password asks for it, once. */
export function JoinAccounts({
  provider,
  join,
}: {
  provider: string
  join(password: string): Promise<void>
}) {
  const t = useTexts()
  const { required } = useValidation()
  const form = useFields({ password: '' }, { password: required })
  const joining = useMutation({
    mutationFn: ({ password }: { password: string }) => join(password),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => joining.mutate(values))}>
      <Stack>
        <Title order={2} fz="lg">
          {t('socialSignIn.title')}
        </Title>
        <Text size="sm">{t('socialSignIn.text', { provider })}</Text>
        <PasswordInput
          label={t('socialSignIn.password')}
          autoComplete="current-password"
          required
          // It takes the place of the button that was pressed.
          ref={takeFocus}
          size="md"
          {...form.of('password')}
        />
        <FormFailure title={t('socialSignIn.failed')}>
          {formFailure(joining.error, ['password'])}
        </FormFailure>
        <Button type="submit" size="md" loading={joining.isPending}>
          {t('socialSignIn.join')}
        </Button>
        <Anchor component={Link} to={paths.forgotPassword.link()} size="sm">
          {t('socialSignIn.forgot')}
        </Anchor>
      </Stack>
    </form>
  )
}
