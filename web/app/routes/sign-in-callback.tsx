import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { answerOpener } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { metaOf } from '../meta-of.ts'
import { useTexts } from '../page-texts.ts'
import type { Route } from './+types/sign-in-callback.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  metaOf(matches, 'signInCallback', { noindex: true })

/** Where Google and Facebook send their window back to. */
export default function SignInCallback() {
  const t = useTexts()
  useEffect(() => answerOpener(window.location.hash), [])
  return (
    <NarrowPage>
      <Text>{t('callback.close')}</Text>
    </NarrowPage>
  )
}
