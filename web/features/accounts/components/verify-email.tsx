import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { trialOf } from '#web/lib/claim-trial.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { AFTER_ACT, takeFocus } from '#web/lib/take-focus.ts'
import { keepWayBack, readWayBack } from '#web/lib/way-back.ts'
import { firstGoal } from '../lib/first-goal.ts'
import { useTexts } from '../texts.ts'
import { ResendForm, VerifyYourEmail } from './ask-for-link.tsx'
import { ConfirmAddress } from './confirm-address.tsx'

/** Where the person was going when they registered: the mail says it, and the browser in which they did. */
function useGoal(): string | null {
  const { search } = useLocation()
  return nextPathOf(new URLSearchParams(search)) ?? readWayBack()
}

function Confirmed({ isNew }: { isNew: boolean }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { site } = useSite()
  const goal = useGoal()
  return (
    <Stack aria-live="polite">
      <Title order={1} fz="xl" tabIndex={-1} ref={isNew ? takeFocus : undefined}>
        {t('verifyEmail.confirmed')}
      </Title>
      {isNew && <Text>{t('verifyEmail.thanks')}</Text>}
      <Button
        component={Link}
        to={
          isLoggedIn
            ? firstGoal(goal, site.defaultLoggedInLanding)
            : paths.login.link({ nextUrl: goal ?? undefined })
        }
        size="md"
      >
        {isLoggedIn
          ? t(goal === null ? 'verifyEmail.start' : 'verifyEmail.continue')
          : t('verifyEmail.logIn')}
      </Button>
    </Stack>
  )
}

function DeadLink() {
  const t = useTexts()
  return (
    <Stack>
      <Title order={1} fz="xl">
        {t('verifyEmail.thisLinkDoesNotWork')}
      </Title>
      <Text>{t('verifyEmail.deadLink')}</Text>
      <ResendForm />
    </Stack>
  )
}

/** The page of the link in a mail: it says whose address it confirms, and does so when a button is pressed. */
export function VerifyEmail({ verificationKey }: { verificationKey: string | null }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { site } = useSite()
  const { isLoggedIn } = useSession()
  const goal = useGoal()
  const [done, setDone] = useState(false)
  const link = useQuery({
    queryKey: queryKeys.verification(verificationKey),
    queryFn: () => call(api.accounts.readConfirmation, { query: { key: verificationKey ?? '' } }),
    enabled: verificationKey !== null,
  })

  if (verificationKey === null) return <VerifyYourEmail />
  if (done) return <Confirmed isNew />
  if (link.isPending) {
    return (
      <Stack role="status" aria-label={t('verifyEmail.loading')}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={44} />
        <Skeleton height={42} />
      </Stack>
    )
  }
  if (link.isError || link.data.state === 'unknown' || link.data.state === 'expired') {
    return <DeadLink />
  }
  if (link.data.state === 'used') return <Confirmed isNew={false} />
  return (
    <ConfirmAddress
      link={link.data}
      verificationKey={verificationKey}
      opensPhoto={trialOf(goal ?? undefined) !== undefined}
      onConfirmed={(isSignedIn) => {
        // A photo that waits is all that this person came for; on the device where they registered, a session is there already.
        const goesOn = isSignedIn || (isLoggedIn && trialOf(goal ?? undefined) !== undefined)
        if (!goesOn) return setDone(true)
        keepWayBack(null)
        return void navigate(firstGoal(goal, site.defaultLoggedInLanding), { state: AFTER_ACT })
      }}
    />
  )
}
