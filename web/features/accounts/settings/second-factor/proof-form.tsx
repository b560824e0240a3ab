import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { EmailSettings } from '#contract/account.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { FormFailure } from '../../components/form-failure.tsx'
import { formFailure } from '../../lib/form-failure.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useValidation } from '../../lib/use-validation.ts'
import { SignInAgain } from '../sign-in-again.tsx'
import { useTexts } from '../texts.ts'
import type { Proof } from './use-second-factor.ts'

/** Sends an act with the person's password, where they have one, and a code where it takes one. */
export function ProofForm<A>({
  settings,
  takesCode,
  act,
  button,
  onDone,
  onCancel,
}: {
  settings: EmailSettings
  takesCode: boolean
  act: UseMutationResult<A, Error, Proof>
  button: string
  onDone(answer: A): void
  onCancel(): void
}) {
  const t = useTexts()
  const { required } = useValidation()
  const hasPassword = settings.confirm_with === 'password'
  const form = useFields(
    { password: '', code: '' },
    {
      password: (value) => (hasPassword ? required(value) : null),
      code: (value) => (takesCode ? required(value) : null),
    },
  )
  if (!hasPassword && !settings.signed_in_recently) return <SignInAgain />
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ password, code }) =>
        act.mutate(
          { ...(hasPassword && { password }), code },
          { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrorsOf(error)) },
        ),
      )}
    >
      <Stack maw={420}>
        {hasPassword && (
          <PasswordInput
            label={t('passwordSection.currentPassword')}
            autoComplete="current-password"
            required
            {...form.of('password')}
          />
        )}
        {takesCode && (
          <TextInput
            label={t('secondFactor.code')}
            description={t('secondFactor.codeHint')}
            autoComplete="one-time-code"
            required
            maxLength={40}
            {...form.of('code')}
          />
        )}
        <FormFailure title={t('secondFactor.failed')}>
          {formFailure(act.error, ['password', 'code'])}
        </FormFailure>
        <Group>
          <Button type="submit" variant="default" mih={44} loading={act.isPending}>
            {button}
          </Button>
          <Button variant="subtle" mih={44} onClick={onCancel}>
            {t('secondFactor.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
