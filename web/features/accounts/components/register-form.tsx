import { Button, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { takeWork, workAhead } from '../lib/work.ts'
import { Agreement } from './agreement.tsx'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useTexts } from '../texts.ts'
import classes from './register-form.module.css'

const TOAST = 'register'

export function RegisterForm({
  next,
  invitation,
  invitedAddress = null,
  onRegistered,
}: {
  /** Where the person is going, for the link in the mail. */
  next: string | undefined
  /** Token of the invitation that they came by. */
  invitation: string | undefined
  /** The only address that it is for. */
  invitedAddress?: string | null
  /** @param isConfirmed whether they can go on without opening a link in an email */
  onRegistered(login: { email: string; password: string }, isConfirmed: boolean): void
}) {
  const t = useTexts()
  const { confirmation, email, newPassword, required } = useValidation()

  const form = useFields(
    { first_name: '', last_name: '', email: invitedAddress ?? '', password1: '', password2: '' },
    {
      first_name: required,
      email,
      password1: (value, values) => newPassword(value, values.email),
      password2: (value, { password1 }) => confirmation(value, password1),
    },
  )
  const register = useMutation({
    mutationFn: async (body: Record<(typeof form.names)[number], string>) =>
      call(api.accounts.register, {
        body: { ...body, next, invitation, altcha: await takeWork() },
      }),
    onMutate: () => {
      notifications.show({
        id: TOAST,
        loading: true,
        autoClose: false,
        title: t('registerForm.registering'),
        message: t('registerForm.pleaseWait'),
      })
    },
    onSuccess: ({ state }, body) => {
      const isConfirmed = state === 'confirmed'
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'green',
        autoClose: 4000,
        title: t('registerForm.registered'),
        message: t(isConfirmed ? 'registerForm.ready' : 'registerForm.checkEmail'),
      })
      telemetry.event('register', { successful: true })
      onRegistered({ email: body.email, password: body.password1 }, isConfirmed)
    },
    onError: (error) => {
      notifications.hide(TOAST)
      form.setErrors(fieldErrorsOf(error))
    },
    meta: { showsOwnErrors: true },
  })

  return (
    <form
      noValidate
      onInput={workAhead}
      onSubmit={form.onSubmit((values) =>
        register.mutate({ ...values, email: values.email.trim() }),
      )}
    >
      <Stack gap="md">
        <div className={classes.names}>
          <TextInput
            label={t('registerForm.firstName')}
            autoComplete="given-name"
            required
            size="md"
            {...form.of('first_name')}
          />
          <TextInput
            label={t('registerForm.lastName')}
            autoComplete="family-name"
            size="md"
            {...form.of('last_name')}
          />
        </div>
        <TextInput
          label={t('registerForm.email')}
          type="email"
          autoComplete="email"
          required
          size="md"
          {...(invitedAddress !== null && {
            readOnly: true,
            description: t('registerForm.invitedAddress'),
          })}
          {...form.of('email')}
        />
        <NewPasswordFields
          labels={[t('registerForm.password'), t('registerForm.confirmPassword')]}
          fields={[form.of('password1'), form.of('password2')]}
        />
        <FormFailure title={t('registerForm.failed')}>
          {formFailure(register.error, form.names)}
        </FormFailure>
        <Button type="submit" size="md" loading={form.isChecking || register.isPending}>
          {t('registerForm.register')}
        </Button>
        <Agreement />
      </Stack>
    </form>
  )
}
