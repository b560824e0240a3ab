import { Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ConfirmationLink } from '#contract/accounts.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { startSession, useSession } from '#web/lib/session.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useNewPassword } from '../lib/use-new-password.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Props {
  link: ConfirmationLink
  verificationKey: string
  /** Whether a tried photo is what comes next. */
  opensPhoto: boolean
  onConfirmed(isSignedIn: boolean): void
}

type Proof = Partial<Record<'password' | 'new_password1' | 'new_password2', string>>

/** Presses the button of the link; a password that is shown signs in. */
function useConfirmation({
  verificationKey,
  onConfirmed,
}: Pick<Props, 'verificationKey' | 'onConfirmed'>) {
  const client = useQueryClient()
  const { isLoggedIn } = useSession()
  return useMutation({
    mutationFn: async (proof: Proof) => {
      // A token whose session was ended elsewhere would be refused, whatever else is shown: this forgets it.
      if (!isLoggedIn) await client.refetchQueries({ queryKey: queryKeys.me })
      const { key } = await call(api.accounts.verifyEmail, {
        body: { key: verificationKey, ...proof },
      })
      if (key === undefined) await client.invalidateQueries({ queryKey: queryKeys.me })
      else await startSession(client, key)
      return key !== undefined
    },
    onSuccess: onConfirmed,
    meta: { showsOwnErrors: true },
  })
}

type Confirmation = ReturnType<typeof useConfirmation>

function PasswordForm({ confirmation }: { confirmation: Confirmation }) {
  const t = useTexts()
  const { required } = useValidation()
  const form = useFields({ password: '' }, { password: required })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        confirmation.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
      )}
    >
      <Stack>
        <PasswordInput
          label={t('confirmAddress.password')}
          autoComplete="current-password"
          required
          size="md"
          {...form.of('password')}
        />
        <FormFailure title={t('confirmAddress.failed')}>
          {formFailure(confirmation.error, ['password'])}
        </FormFailure>
        <Button type="submit" size="md" loading={confirmation.isPending}>
          {t('confirmAddress.confirm')}
        </Button>
      </Stack>
    </form>
  )
}

function NewPasswordForm({ confirmation }: { confirmation: Confirmation }) {
  const t = useTexts()
  const form = useNewPassword()
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        confirmation.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
      )}
    >
      <Stack>
        <Text size="sm">{t('confirmAddress.newPasswordHint')}</Text>
        <NewPasswordFields
          labels={[t('resetPassword.newPassword'), t('resetPassword.confirmPassword')]}
          fields={[form.of('new_password1'), form.of('new_password2')]}
        />
        <FormFailure title={t('confirmAddress.failed')}>
          {formFailure(confirmation.error, ['new_password1', 'new_password2'])}
        </FormFailure>
        <Button type="submit" size="md" loading={form.isChecking || confirmation.isPending}>
          {t('confirmAddress.setAndConfirm')}
        </Button>
      </Stack>
    </form>
  )
}

/** To the login and back, for who has no password or wants another address. */
function LogInInstead({ verificationKey }: { verificationKey: string }) {
  const t = useTexts()
  const here = paths.verifyEmail.link({ key: verificationKey })
  return (
    <Text size="sm">
      {t.rich('confirmAddress.logInInstead', {
        link: <Anchor component={Link} to={paths.login.link({ nextUrl: here })} inherit />,
      })}
    </Text>
  )
}

/** Whose address a link confirms, and what shows that one may: the session, the password, or a new one. */
export function ConfirmAddress(props: Props) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { email_masked: email, has_password: hasPassword, is_change: isChange } = props.link
  const [choosesNew, setChoosesNew] = useState(!hasPassword && !isChange)
  const confirmation = useConfirmation(props)
  // The session may be another account's: then it asks for the password after all.
  const isRefused =
    confirmation.error instanceof ApiError && confirmation.error.code === 'confirmation_needed'
  const bySession = isLoggedIn && !isRefused && confirmation.variables?.password === undefined
  return (
    <Stack>
      <Title order={1} fz="xl">
        {t('confirmAddress.title')}
      </Title>
      <Text>
        {t.rich(isChange ? 'confirmAddress.change' : 'confirmAddress.account', {
          email: email ?? '',
          b: <strong />,
        })}
      </Text>
      {props.opensPhoto && <Text>{t('confirmAddress.trial')}</Text>}
      {bySession ? (
        <>
          <FormFailure title={t('confirmAddress.failed')}>
            {formFailure(confirmation.error, [])}
          </FormFailure>
          <Button
            size="md"
            loading={confirmation.isPending}
            onClick={() => confirmation.mutate({})}
          >
            {t('confirmAddress.confirm')}
          </Button>
        </>
      ) : choosesNew ? (
        <>
          {!hasPassword && <LogInInstead verificationKey={props.verificationKey} />}
          <NewPasswordForm confirmation={confirmation} />
        </>
      ) : hasPassword ? (
        <PasswordForm confirmation={confirmation} />
      ) : (
        <LogInInstead verificationKey={props.verificationKey} />
      )}
      {!bySession && hasPassword && !isChange && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            confirmation.reset()
            setChoosesNew(!choosesNew)
          }}
        >
          {t(choosesNew ? 'confirmAddress.usePassword' : 'confirmAddress.notMine')}
        </Anchor>
      )}
    </Stack>
  )
}
