import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { answerOpener } from '#web/features/accounts/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import type { Route } from './+types/sign-in-callback.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Logging in', noindex: true })

/** Where Google and Facebook send their window back to. */
export default function SignInCallback() {
  useEffect(() => answerOpener(window.location.hash), [])
  return (
    <NarrowPage>
      <Text>You can close this window.</Text>
    </NarrowPage>
  )
}
