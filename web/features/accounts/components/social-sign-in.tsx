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
import { JoinAccounts } from './join-accounts.tsx'

const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook' } as const

interface SocialLogin {
  provider: Provider
  accessToken: string
  password?: string
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
  const [asked, setAsked] = useState<SocialLogin | null>(null)
  const enter = async ({ provider, accessToken, password }: SocialLogin) => {
    const { key } = await call(api.accounts[provider], {
      body: { access_token: accessToken, password, invitation },
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
        if (!(error instanceof ApiError) || error.code !== 'password_required') throw error
        setAsked({ provider, accessToken })
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

  if (asked !== null) {
    return (
      <JoinAccounts
        provider={PROVIDER_NAMES[asked.provider]}
        join={async (password) => {
          await enter({ ...asked, password })
          telemetry.event('social_sign_in', { provider: asked.provider, successful: true })
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
