import { Divider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { pathOfKeptFiles } from '#web/lib/kept-files.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSite } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useInvitationToken } from '../lib/use-invitation.ts'
import classes from './auth-frame.module.css'
import { useTexts } from '../texts.ts'

const loadSocial = () => import('./social-sign-in.tsx').then(({ SocialSignIn }) => SocialSignIn)

/** Where the person goes on to after logging in: as the address says, or to the page that has their files. */
export function useNextUrl(): string | undefined {
  const { search } = useLocation()
  return nextPathOf(new URLSearchParams(search)) ?? pathOfKeptFiles() ?? undefined
}

/** What Login and Register share: the way to the other one, and the providers that are configured. */
export function AuthFrame({
  current,
  title,
  isClosed = false,
  children,
}: {
  current: 'login' | 'register'
  title: ReactNode
  /** Nobody may open an account: the providers would not either. */
  isClosed?: boolean
  children: ReactNode
}) {
  const t = useTexts()
  const { site } = useSite()
  const nextUrl = useNextUrl()
  const invitation = useInvitationToken()
  const { google, facebook } = site.signIn
  const mayOpen = current === 'login' && site.registration_policy !== 'closed'
  const hasSocial = !isClosed && (google !== null || facebook !== null)
  return (
    <div>
      {title}
      <nav className={classes.tabs} aria-label={t('authFrame.label')}>
        {(['login', 'register'] as const).map((name) => (
          <Link
            key={name}
            to={paths[name].link({ nextUrl, ...(name === 'register' && { invitation }) })}
            className={classes.tab}
            aria-current={name === current ? 'page' : undefined}
          >
            {t(`authTab.${name}`)}
          </Link>
        ))}
      </nav>
      {children}
      {hasSocial && (
        <>
          <Divider my="lg" label={t('authFrame.or')} />
          <div
            className={classes.social}
            data-both={(google && facebook) || undefined}
            data-text={mayOpen || undefined}
          >
            <Deferred load={loadSocial} props={{ google, facebook, mayOpen }} />
          </div>
        </>
      )}
    </div>
  )
}
