import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { answerOpener } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { textsOf } from '#web/lib/texts.ts'
import english from '#web/messages/en/pages/sign-in-callback.json'
import { metaOfPage } from '../meta-of.ts'

const { useTexts } = textsOf('pages/sign-in-callback', english)

export const meta = metaOfPage(english, { noindex: true })

/** Where Google and Facebook send their window back to. */
export default function SignInCallback() {
  const t = useTexts()
  useEffect(() => answerOpener(window.location.hash), [])
  return (
    <NarrowPage>
      <Text>{t('close')}</Text>
    </NarrowPage>
  )
}
