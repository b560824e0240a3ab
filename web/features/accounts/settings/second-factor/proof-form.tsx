import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { EmailSettings } from '#contract/account.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { FormFailure } from '../../components/form-failure.tsx'
import { formFailure } from '../../lib/form-failure.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useValidation } from '../../lib/use-validation.ts'
import { SignInAgain } from '../sign-in-again.tsx'
import { useTexts } from '../texts.ts'
import type { Proof } from './use-second-factor.ts'

/** As much of a mutation as the form uses. */
interface Act<A> {
  error: Error | null
  isPending: boolean
  mutate(
    proof: Proof,
    on: { onSuccess: (answer: A) => void; onError: (error: Error) => void },
  ): void
}

/**
 * Sends a change with the person's password, where they have one, and a code where it takes one: from the beginning, or once the
 * server asks for it, because the login was too long ago by then.
 */
export function ProofForm<A>({
  title,
  settings,
  takesCode,
  act,
  button,
  onDone,
  onCancel,
}: {
  title: string
  settings: EmailSettings
  takesCode: boolean
  act: Act<A>
  button: string
  onDone?(answer: A): void
  onCancel(): void
}) {
  const t = useTexts()
  const { required } = useValidation()
  const hasPassword = settings.confirm_with === 'password'
  const [wasAsked, setAsked] = useState(false)
  const asksCode = takesCode || wasAsked
  const form = useFields(
    { password: '', code: '' },
    {
      password: (value) => (hasPassword ? required(value) : null),
      code: (value) => (asksCode ? required(value) : null),
    },
  )
  const heading = (
    <Title order={3} fz="md" tabIndex={-1} ref={takeFocus}>
      {title}
    </Title>
  )
  const cancel = (
    <Button variant="subtle" mih={44} onClick={onCancel}>
      {t('secondFactor.cancel')}
    </Button>
  )
  if (!hasPassword && !settings.signed_in_recently)
    return (
      <Stack align="flex-start">
        {heading}
        <SignInAgain />
        {cancel}
      </Stack>
    )
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ password, code }) =>
        act.mutate(
          { ...(hasPassword && { password }), ...(asksCode && { code }) },
          {
            onSuccess: (answer) => onDone?.(answer),
            onError: (error) => {
              const errors = fieldErrorsOf(error)
              if (errors['code'] !== undefined) setAsked(true)
              form.setErrors(errors)
            },
          },
        ),
      )}
    >
      <Stack maw={420}>
        {heading}
        {!hasPassword && !asksCode && <Text>{t('secondFactor.confirmed')}</Text>}
        {hasPassword && (
          <PasswordInput
            label={t('passwordSection.currentPassword')}
            autoComplete="current-password"
            required
            {...form.of('password')}
          />
        )}
        {asksCode && (
          <TextInput
            label={t('secondFactor.code')}
            description={t('secondFactor.codeHint')}
            autoComplete="one-time-code"
            required
            maxLength={40}
            ref={wasAsked ? takeFocus : undefined}
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
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}
