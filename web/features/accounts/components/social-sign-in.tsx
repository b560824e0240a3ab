import { Button, Stack } from '@mantine/core'
import { IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError, call } from '#web/lib/api.ts'
import { handleError, reportError } from '#web/lib/errors.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { askProvider, type Provider } from '../lib/social-window.ts'
import { useCompleteSignIn } from '../lib/use-complete-sign-in.ts'
import { useInvitationToken } from '../lib/use-invitation.ts'
import { useTexts } from '../texts.ts'
import { EnterCode } from './enter-code.tsx'
import { JoinAccounts } from './join-accounts.tsx'

const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook' } as const

interface SocialLogin {
  provider: Provider
  accessToken: string
  password?: string
  code?: string
}

/** What a refused login asks for beside the provider; null: nothing would help. */
function askedBy(error: unknown): 'password' | 'code' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'password_required') return 'password'
  return error.code === 'code_required' ? 'code' : null
}

/** Buttons of the providers that are configured. */
export function SocialSignIn({
  google,
  facebook,
}: {
  google: string | null
  facebook: string | null
}) {
  const t = useTexts()
  const complete = useCompleteSignIn()
  const invitation = useInvitationToken()
  /** Whose password is asked for, or whose code. */
  const [asked, setAsked] = useState<(SocialLogin & { for: 'password' | 'code' }) | null>(null)
  const enter = async ({ provider, accessToken, password, code }: SocialLogin) => {
    const { key } = await call(api.accounts[provider], {
      body: { access_token: accessToken, password, code, invitation },
    })
    await complete(key)
  }
  const signIn = useMutation({
    mutationFn: async ({ provider, clientId }: { provider: Provider; clientId: string }) => {
      const accessToken = await askProvider(provider, clientId)
      if (accessToken === null) return
      try {
        await enter({ provider, accessToken })
      } catch (error) {
        const wanted = askedBy(error)
        if (wanted === null) throw error
        setAsked({ provider, accessToken, for: wanted })
        return
      }
      telemetry.event('social_sign_in', { provider, successful: true })
    },
    onError: (error, { provider }) => {
      telemetry.event('social_sign_in', { provider, successful: false })
      if (provider === 'google') handleError(error)
      else reportError(error)
    },
    meta: { showsOwnErrors: true },
  })

  const finish = async (login: SocialLogin) => {
    await enter(login)
    telemetry.event('social_sign_in', { provider: login.provider, successful: true })
  }
  if (asked?.for === 'code') return <EnterCode enter={(code) => finish({ ...asked, code })} />
  if (asked !== null) {
    return (
      <JoinAccounts
        provider={PROVIDER_NAMES[asked.provider]}
        join={async (password) => {
          const login = { ...asked, password }
          try {
            await finish(login)
          } catch (error) {
            if (askedBy(error) !== 'code') throw error
            setAsked({ ...login, for: 'code' })
          }
        }}
      />
    )
  }
  return (
    <Stack gap="xs">
      {google !== null && (
        <Button
          variant="default"
          size="md"
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
          leftSection={<IconBrandFacebook size={20} />}
          onClick={() => signIn.mutate({ provider: 'facebook', clientId: facebook })}
        >
          {t('socialSignIn.continueWithFacebook')}
        </Button>
      )}
    </Stack>
  )
}
