import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { useSite } from '#web/lib/site.ts'
import { claimTrialOf } from '#web/lib/claim-trial.ts'
import { keepWayBack } from '#web/lib/way-back.ts'
import { AuthFrame, useNextUrl } from './auth-frame.tsx'
import { RegisterForm } from './register-form.tsx'
import { ThankYou } from './thank-you.tsx'
import { useQuietSignIn } from '../lib/use-quiet-sign-in.ts'
import { useTexts } from '../texts.ts'

/** The form to register, and the page of thanks that takes its place. */
export function RegisterPanel() {
  const t = useTexts()
  const { brand, site } = useSite()
  const nextUrl = useNextUrl()
  const signIn = useQuietSignIn()
  const [registered, setRegistered] = useState<string | null>(null)
  if (registered !== null) {
    return (
      <ThankYou
        email={registered}
        next={nextUrl}
        title={<Title order={1}>{t('registerPanel.thankYouForRegistering')}</Title>}
      />
    )
  }
  if (site.registration_policy === 'closed')
    return (
      <AuthFrame
        current="register"
        title={
          <Title order={1} mb="md" fz="xl">
            {t('registerPanel.closedTitle')}
          </Title>
        }
        isClosed
      >
        <Text>{t('registerPanel.closed')}</Text>
      </AuthFrame>
    )
  return (
    <AuthFrame
      current="register"
      title={
        <Title order={1} mb="md" fz="xl">
          {t('registerPanel.createYourAccount', { name: brand.name })}
        </Title>
      }
    >
      <Text mb="md">{t('registerPanel.free', { credits: FREE_PICTURES_A_MONTH })}</Text>
      <RegisterForm
        next={nextUrl}
        onRegistered={(login) => {
          keepWayBack(nextUrl ?? null)
          setRegistered(login.email)
          void signIn(login).then(() => claimTrialOf(nextUrl))
        }}
      />
    </AuthFrame>
  )
}
