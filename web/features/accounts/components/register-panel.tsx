import { Button, Skeleton, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { REFERRAL_CREDITS } from '#contract/referral-terms.ts'
import { paths } from '#contract/paths.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { handleError } from '#web/lib/errors.ts'
import { useSite } from '#web/lib/site.ts'
import { claimTrialOf } from '#web/lib/claim-trial.ts'
import { pathOfKeptFiles } from '#web/lib/kept-files.ts'
import { keepWayBack } from '#web/lib/way-back.ts'
import { AuthFrame, useNextUrl } from './auth-frame.tsx'
import { KeptPhoto } from './kept-photo.tsx'
import { RegisterForm } from './register-form.tsx'
import { ThankYou } from './thank-you.tsx'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { useInvitation, useInvitationToken } from '../lib/use-invitation.ts'
import { useQuietSignIn } from '../lib/use-quiet-sign-in.ts'
import { useTexts } from '../texts.ts'

/** Why nobody, or not this person, can register; the way to log in stays. */
function Refusal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthFrame
      current="register"
      title={
        <Title order={1} mb="md" fz="xl">
          {title}
        </Title>
      }
      isClosed
    >
      <Text component="div">{children}</Text>
    </AuthFrame>
  )
}

/**
 * The form to register, and the page of thanks that takes its place.
 * @param props.isPhotoKept whether the tried photo that brought the person here is still there
 */
export function RegisterPanel({ isPhotoKept }: { isPhotoKept: boolean }) {
  const t = useTexts()
  const { brand, site } = useSite()
  const nextUrl = useNextUrl()
  const signIn = useQuietSignIn()
  const complete = useCompleteSignIn()
  const navigate = useNavigate()
  const { search } = useLocation()
  const token = useInvitationToken()
  const { invitation, isUnknown, check } = useInvitation(token)
  const [registered, setRegistered] = useState<string | null>(null)
  const [isClaimed, setIsClaimed] = useState(false)
  /** Logs in and goes on, for nothing has to be confirmed. */
  async function enter(login: { email: string; password: string }): Promise<void> {
    try {
      const { key } = await call(api.accounts.login, { body: login })
      await complete(key, async () => {
        await claimTrialOf(nextUrl)
      })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 400
      if (!isRefused) handleError(error)
      // The address may have had an account before, which nobody but its owner is to know.
      await navigate(paths.login.link({ nextUrl }))
      if (isRefused) notifications.show({ message: t('registerPanel.logInYourself') })
    }
  }
  if (registered !== null) {
    return (
      <ThankYou
        email={registered}
        next={nextUrl}
        isPhotoKept={isClaimed}
        title={<Title order={1}>{t('registerPanel.thankYouForRegistering')}</Title>}
      />
    )
  }
  const { registration_policy: policy } = site
  if (policy === 'closed')
    return <Refusal title={t('registerPanel.closedTitle')}>{t('registerPanel.closed')}</Refusal>
  if (token === undefined && policy === 'invitation')
    return (
      <Refusal title={t('registerPanel.byInvitationTitle')}>
        {t('registerPanel.byInvitation')}
      </Refusal>
    )
  if (isUnknown)
    return (
      <Refusal title={t('registerPanel.uncheckedTitle')}>
        <span role="alert">{t('registerPanel.unchecked')}</span>
        <Button mt="md" size="md" fullWidth onClick={check}>
          {t('registerPanel.checkAgain')}
        </Button>
      </Refusal>
    )
  if (token !== undefined && invitation === null) return <Skeleton h={360} />
  const isDead = invitation !== null && invitation.state !== 'open'
  if (isDead && policy === 'invitation')
    return (
      <Refusal title={t('registerPanel.deadInvitationTitle')}>
        {t('registerPanel.deadInvitation')}
      </Refusal>
    )
  const isReferred = new URLSearchParams(search).has('ref')
  const isInvited = invitation !== null && !isDead
  return (
    <AuthFrame
      current="register"
      title={
        <Title order={1} mb="md" fz="xl">
          {t('registerPanel.createYourAccount', { name: brand.name })}
        </Title>
      }
    >
      <Text mb="md">{t('registerPanel.free', { credits: site.freeCredits })}</Text>
      {isReferred && (
        <Text mb="md">{t('registerPanel.referred', { credits: REFERRAL_CREDITS })}</Text>
      )}
      {isPhotoKept && <KeptPhoto text={t('registerPanel.trial')} />}
      {pathOfKeptFiles() !== null && <Text mb="md">{t('registerPanel.photoInTab')}</Text>}
      {isInvited && <Text mb="md">{t('registerPanel.invited')}</Text>}
      {isDead && <Text mb="md">{t('registerPanel.deadInvitationOpen')}</Text>}
      <RegisterForm
        next={nextUrl}
        invitation={isInvited ? token : undefined}
        invitedAddress={isInvited ? invitation.email : null}
        onRegistered={(login, isConfirmed) => {
          keepWayBack(nextUrl ?? null)
          if (isConfirmed) {
            void enter(login)
            return
          }
          setRegistered(login.email)
          void signIn(login)
            .then(() => claimTrialOf(nextUrl))
            .then(setIsClaimed)
        }}
      />
    </AuthFrame>
  )
}
