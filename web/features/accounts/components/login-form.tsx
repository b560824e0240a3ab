import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'
import { formFailure } from '../lib/form-failure.ts'
import { loadSecondStep } from '../load-second-step.ts'
import { questionOf } from '../lib/second-factor-question.ts'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { FormFailure } from './form-failure.tsx'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { useTexts } from '../texts.ts'

const TOAST = 'login'
const SUCCESS_MS = 2000
const FAILURE_MS = 6000

export function LoginForm() {
  const t = useTexts()
  const { email, required } = useValidation()

  const form = useFields({ email: '', password: '' }, { email, password: required })
  const complete = useCompleteSignIn()
  /** Asked of who has shown the right password. */
  const [question, setQuestion] = useState<SecondFactorQuestion | null>(null)
  const [SecondStep, askForStep] = useDeferred(loadSecondStep)
  const [hasReturned, setReturned] = useState(false)
  const login = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const { key } = await call(api.accounts.login, { body })
      await complete(key)
    },
    onMutate: () => {
      notifications.show({
        id: TOAST,
        loading: true,
        autoClose: false,
        title: t('loginForm.loggingIn'),
        message: t('loginForm.checking'),
      })
    },
    onSuccess: () => {
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'green',
        autoClose: SUCCESS_MS,
        title: t('loginForm.loggedIn'),
        message: t('loginForm.redirecting'),
      })
    },
    onError: async (error) => {
      const asked = questionOf(error)
      if (asked) {
        // The form stays until there is something in its place.
        const isThere = await askForStep()
        notifications.hide(TOAST)
        if (isThere) setQuestion(asked)
        return
      }
      notifications.update({
        id: TOAST,
        loading: false,
        color: 'red',
        autoClose: FAILURE_MS,
        title: t('loginForm.failed'),
        message: t('loginForm.tryAgain'),
      })
      handleError(error)
      form.setErrors(fieldErrorsOf(error))
    },
    meta: { showsOwnErrors: true },
  })

  const goBack = () => {
    login.reset()
    setQuestion(null)
    setReturned(true)
  }
  const isAsked = question !== null
  const failure = questionOf(login.error) ? null : formFailure(login.error, ['email', 'password'])
  const fields = (
    <form
      noValidate
      // It keeps what was typed for who comes back.
      hidden={isAsked}
      onSubmit={form.onSubmit(({ email: address, password }) =>
        login.mutate({ email: address.trim(), password }),
      )}
    >
      <Stack gap="md">
        <TextInput
          label={t('loginForm.email')}
          type="email"
          autoComplete="email"
          required
          size="md"
          // In the dialog: else the focus would begin at its close button.
          data-autofocus
          ref={hasReturned && !isAsked ? takeFocus : undefined}
          {...form.of('email')}
        />
        <PasswordInput
          label={t('loginForm.password')}
          autoComplete="current-password"
          required
          size="md"
          {...form.of('password')}
        />
        <FormFailure title={t('loginForm.failed')}>{failure}</FormFailure>
        <Button type="submit" size="md" loading={login.isPending}>
          {t('loginForm.login')}
        </Button>
        <Anchor component={Link} to={paths.forgotPassword.link()} ta="center">
          {t('loginForm.forgotYourPassword')}
        </Anchor>
      </Stack>
    </form>
  )
  return (
    <>
      {fields}
      {isAsked && SecondStep && <SecondStep question={question} onKey={complete} onBack={goBack} />}
    </>
  )
}
