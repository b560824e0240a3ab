import { Anchor, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { readWayBack } from '#web/lib/way-back.ts'
import { formFailure } from '../lib/form-failure.ts'
import { email } from '../lib/validation.ts'
import { texts } from '../texts.ts'
import { FormFailure } from './form-failure.tsx'
import { ResendButton } from './resend-button.tsx'
import { SupportLink } from './support-link.tsx'

function ResendForm() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email } })
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
          label="Email"
          type="email"
          autoComplete="email"
          required
          size="md"
          {...form.getInputProps('email')}
        />
        <FormFailure title="The link was not sent">
          {formFailure(resend.error, ['email'])}
        </FormFailure>
        {resend.isSuccess && <Text role="status">{texts.mailSent.message}</Text>}
        <Button type="submit" size="md" loading={resend.isPending}>
          Send a new link
        </Button>
      </Stack>
    </form>
  )
}

/** Without a link: what to do about an address that is not verified yet. */
function VerifyYourEmail() {
  const { me } = useSession()
  if (me?.email_verified) {
    return (
      <Stack>
        <Title order={1} fz="xl">
          Your email is verified
        </Title>
        <Text>There is nothing left to do for {me.email}.</Text>
      </Stack>
    )
  }
  return (
    <Stack>
      <Title order={1} fz="xl">
        Verify your email
      </Title>
      {me ? (
        <>
          <Text>
            We sent a verification link to <strong>{me.email}</strong>. Open it to get your free
            credits and make your first image.
          </Text>
          <Text c="dimmed" size="xs">
            Nothing there? Check your spam folder, change the address in your{' '}
            <Anchor component={Link} to={paths.account.link()} inherit>
              account
            </Anchor>
            , or <SupportLink />.
          </Text>
          <Group>
            <ResendButton email={me.email} />
          </Group>
        </>
      ) : (
        <>
          <Text>Open the link in the email we sent you, or request a new one.</Text>
          <ResendForm />
        </>
      )}
    </Stack>
  )
}

const startLabel = (wayBack: string | null): string =>
  wayBack === null ? 'Start' : 'Continue where you left off'

/** Confirms the address with the key of the link, at once. A key works a single time, so it is not retried. */
export function VerifyEmail({ verificationKey }: { verificationKey: string | null }) {
  const client = useQueryClient()
  const { isLoggedIn } = useSession()
  const { site } = useSite()
  const verification = useQuery({
    queryKey: queryKeys.verification(verificationKey),
    queryFn: async () => {
      const answer = await call(api.accounts.verifyEmail, { body: { key: verificationKey ?? '' } })
      await client.invalidateQueries({ queryKey: queryKeys.me })
      return answer
    },
    enabled: verificationKey !== null,
    // It is an act, not a reading: what makes the page read everything anew must not use the key again.
    staleTime: 'static',
    retry: false,
  })

  if (verificationKey === null) return <VerifyYourEmail />
  if (verification.isError) {
    return (
      <Stack>
        <Title order={1} fz="xl">
          This link does not work
        </Title>
        <Text>
          It may have been used already or have expired. If your email is verified you can simply
          log in; otherwise, request a new link.
        </Text>
        <ResendForm />
      </Stack>
    )
  }
  if (!verification.isSuccess) {
    return (
      <Group role="status">
        <Loader size="sm" />
        <Title order={1} fz="lg">
          Verifying your email
        </Title>
      </Group>
    )
  }
  const wayBack = readWayBack()
  return (
    <Stack>
      <Title order={1} fz="xl">
        Your email is verified
      </Title>
      <Text>Thank you. This month’s free credits are in your account.</Text>
      <Button
        component={Link}
        to={
          isLoggedIn
            ? (wayBack ?? site.defaultLoggedInLanding)
            : paths.login.link({ nextUrl: wayBack ?? undefined })
        }
        size="md"
      >
        {isLoggedIn ? startLabel(wayBack) : 'Log in'}
      </Button>
    </Stack>
  )
}
