import { Divider, Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSite } from '#web/lib/site.ts'
import { keepWayBack } from '#web/lib/way-back.ts'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { ThankYou } from './thank-you.tsx'
import { useTexts } from '../texts.ts'

type Tab = 'login' | 'register'

/**
 * Login and Register. Choosing Register goes to its page, so that the address can be shared.
 * @param headingOrder 1 on a page of its own, 2 in a dialog
 */
export function AuthPanel({ tab, headingOrder }: { tab: Tab; headingOrder: 1 | 2 }) {
  const t = useTexts()
  const { brand, site } = useSite()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [registered, setRegistered] = useState<string | null>(null)
  const nextUrl = nextPathOf(new URLSearchParams(search)) ?? undefined

  if (registered !== null && tab === 'register') {
    return (
      <ThankYou
        email={registered}
        title={<Title order={headingOrder}>{t('authPanel.thankYouForRegistering')}</Title>}
      />
    )
  }
  const change = (value: string | null) => {
    if (value === 'register') void navigate(paths.register.link({ nextUrl }))
    if (value === 'login') void navigate(paths.login.link({ nextUrl }))
  }
  const hasSocial = site.signIn.google !== null || site.signIn.facebook !== null
  return (
    <Tabs value={tab} onChange={change} keepMounted={false}>
      <Title order={headingOrder} mb="md" fz="xl">
        {tab === 'login'
          ? t('authPanel.logInTo', { name: brand.name })
          : t('authPanel.createYourAccount', { name: brand.name })}
      </Title>
      <Tabs.List grow mb="lg">
        <Tabs.Tab value="login">{t('authPanel.login')}</Tabs.Tab>
        <Tabs.Tab value="register">{t('authPanel.register')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="login">
        <LoginForm />
      </Tabs.Panel>
      <Tabs.Panel value="register">
        <RegisterForm
          onRegistered={(email) => {
            keepWayBack(nextUrl ?? null)
            setRegistered(email)
          }}
        />
      </Tabs.Panel>
      {hasSocial && (
        <>
          <Divider my="lg" label={t('authPanel.or')} />
          <SocialSignIn google={site.signIn.google} facebook={site.signIn.facebook} />
        </>
      )}
    </Tabs>
  )
}
