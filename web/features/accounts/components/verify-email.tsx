import { Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { readWayBack } from '#web/lib/way-back.ts'
import { email } from '../lib/validation.ts'
import { texts } from '../texts.ts'

function ResendForm() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email } })
  const resend = useMutation({
    mutationFn: (address: string) =>
      call(api.accounts.resendEmail, { body: { email: address.trim() } }),
    onSuccess: () => notifications.show({ color: 'green', ...texts.mailSent }),
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error))
      handleError(error)
    },
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
        <Button type="submit" size="md" loading={resend.isPending}>
          Send a new link
        </Button>
      </Stack>
    </form>
  )
}

const startLabel = (wayBack: string | null): string =>
  wayBack === null ? 'Start' : 'Go on where you were'

/** Confirms the address with the key of the link, at once. A key works a single time, so it is not retried. */
export function VerifyEmail({ verificationKey }: { verificationKey: string | null }) {
  const client = useQueryClient()
  const { isLoggedIn } = useSession()
  const { site } = useSite()
  const verification = useQuery({
    queryKey: ['verify-email', verificationKey],
    queryFn: async () => {
      const answer = await call(api.accounts.verifyEmail, { body: { key: verificationKey ?? '' } })
      await client.invalidateQueries({ queryKey: queryKeys.me })
      return answer
    },
    enabled: verificationKey !== null,
    retry: false,
  })

  if (verificationKey === null || verification.isError) {
    return (
      <Stack>
        <Title order={1} fz="xl">
          This link does not work
        </Title>
        <Text>
          It may have been used already, or it is too old. If your address is confirmed you can just
          log in; else we send you a new link.
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
          Confirming your address
        </Title>
      </Group>
    )
  }
  const wayBack = readWayBack()
  return (
    <Stack>
      <Title order={1} fz="xl">
        Your address is confirmed
      </Title>
      <Text>Thank you. Your free credits of this month are waiting.</Text>
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
