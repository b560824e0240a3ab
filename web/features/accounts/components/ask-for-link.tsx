import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useGoOnOnceVerified } from '../lib/use-go-on-once-verified.ts'
import { useValidation } from '../lib/use-validation.ts'
import { FormFailure } from './form-failure.tsx'
import { ResendButton } from '../resend/resend-button.tsx'
import { useTexts as useResendTexts } from '../resend/texts.ts'
import { SupportLink } from './support-link.tsx'
import { useTexts } from '../texts.ts'

export function ResendForm() {
  const t = useTexts()
  const resendTexts = useResendTexts()
  const { email } = useValidation()

  const form = useFields({ email: '' }, { email })
  const resend = useMutation({
    mutationFn: (address: string) =>
      call(api.accounts.resendEmail, { body: { email: address.trim() } }),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    meta: { showsOwnErrors: true },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => resend.mutate(values.email))}>
      <Stack>
        <TextInput
          label={t('verifyEmail.email')}
          type="email"
          autoComplete="email"
          required
          size="md"
          {...form.of('email')}
        />
        <FormFailure title={t('verifyEmail.theLinkWasNotSent')}>
          {formFailure(resend.error, ['email'])}
        </FormFailure>
        {resend.isSuccess && <Text role="status">{resendTexts('resend.message')}</Text>}
        <Button type="submit" size="md" loading={resend.isPending}>
          {t('verifyEmail.sendANewLink')}
        </Button>
      </Stack>
    </form>
  )
}

/** Without a link: what to do about an address that is not verified yet. */
export function VerifyYourEmail() {
  const t = useTexts()
  const { me } = useSession()
  useGoOnOnceVerified({ atOnce: false })
  if (me?.email_verified) {
    return (
      <Stack>
        <Title order={1} fz="xl">
          {t('verifyEmail.yourEmailIsVerified')}
        </Title>
        <Text>{t('verifyEmail.done', { email: me.email })}</Text>
      </Stack>
    )
  }
  return (
    <Stack>
      <Title order={1} fz="xl">
        {t('verifyEmail.verifyYourEmail')}
      </Title>
      {me ? (
        <>
          <Text>
            {t.rich('verifyEmail.weSentAVerificationLink', {
              email: me.email,
              b: <strong />,
            })}
          </Text>
          <Text c="dimmed" size="xs">
            {t.rich('verifyEmail.nothing', {
              link: <Anchor component={Link} to={paths.account.link()} inherit />,
              support: <SupportLink />,
            })}
          </Text>
          <Group>
            <ResendButton email={me.email} />
          </Group>
        </>
      ) : (
        <>
          <Text>{t('verifyEmail.openTheLinkInThe')}</Text>
          <ResendForm />
        </>
      )}
    </Stack>
  )
}
