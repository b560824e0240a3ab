import { Button, Stack } from '@mantine/core'
import { IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { handleError, reportError } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'
import { loadSecondStep } from '../load-second-step.ts'
import { questionOf } from '../lib/second-factor-question.ts'
import { askProvider, type Provider } from '../lib/social-window.ts'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { useInvitationToken } from '../lib/use-invitation.ts'
import { useTexts } from '../texts.ts'
import { Agreement } from './agreement.tsx'
import { JoinAccounts } from './join-accounts.tsx'

const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook' } as const

interface SocialLogin {
  provider: Provider
  accessToken: string
  password?: string
}

/** What a login goes on with: the password of the account that has the address, or the second factor. */
type Asked = SocialLogin & { question: SecondFactorQuestion | null }

/** How a refused login goes on; null: nothing would help. */
function askedBy(error: unknown, login: SocialLogin): Asked | null {
  const question = questionOf(error)
  const needsPassword = error instanceof ApiError && error.code === 'password_required'
  return question || needsPassword ? { ...login, question } : null
}

/**
 * Buttons of the providers that are configured.
 * @param props.mayOpen whether they may open an account where nothing else says what its owner agrees to
 */
export function SocialSignIn({
  google,
  facebook,
  mayOpen,
}: {
  google: string | null
  facebook: string | null
  mayOpen: boolean
}) {
  const t = useTexts()
  const complete = useCompleteSignIn()
  const invitation = useInvitationToken()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [hasReturned, setReturned] = useState(false)
  const [SecondStep, askForStep] = useDeferred(loadSecondStep)
  const finish = async (provider: Provider, key: string) => {
    await complete(key)
    telemetry.event('social_sign_in', { provider, successful: true })
  }
  const enter = async (login: SocialLogin) => {
    const { provider, accessToken, password } = login
    try {
      const { key } = await call(api.accounts[provider], {
        body: { access_token: accessToken, password, invitation },
      })
      await finish(provider, key)
    } catch (error) {
      const next = askedBy(error, login)
      if (next === null) throw error
      // What stands here stays until there is something in its place.
      if (next.question === null || (await askForStep())) setAsked(next)
    }
  }
  const signIn = useMutation({
    mutationFn: async ({ provider, clientId }: { provider: Provider; clientId: string }) => {
      const accessToken = await askProvider(provider, clientId)
      if (accessToken !== null) await enter({ provider, accessToken })
    },
    onError: (error, { provider }) => {
      telemetry.event('social_sign_in', { provider, successful: false })
      if (provider === 'google') handleError(error)
      else reportError(error)
    },
    meta: { showsOwnErrors: true },
  })

  if (asked !== null) {
    const { provider, accessToken, question } = asked
    return question && SecondStep ? (
      <SecondStep
        question={question}
        onKey={(key) => finish(provider, key)}
        onBack={() => {
          setAsked(null)
          setReturned(true)
        }}
      />
    ) : (
      <JoinAccounts
        provider={PROVIDER_NAMES[provider]}
        join={(password) => enter({ provider, accessToken, password })}
      />
    )
  }
  const first = hasReturned ? takeFocus : undefined
  return (
    <Stack gap="xs">
      {google !== null && (
        <Button
          variant="default"
          size="md"
          ref={first}
          leftSection={<IconBrandGoogle size={20} />}
          onClick={() => signIn.mutate({ provider: 'google', clientId: google })}
        >
          {t('socialSignIn.continueWithGoogle')}
        </Button>
      )}
      {facebook !== null && (
        <Button
          variant="default"
          size="md"
          ref={google === null ? first : undefined}
          leftSection={<IconBrandFacebook size={20} />}
          onClick={() => signIn.mutate({ provider: 'facebook', clientId: facebook })}
        >
          {t('socialSignIn.continueWithFacebook')}
        </Button>
      )}
      {mayOpen && <Agreement />}
    </Stack>
  )
}
