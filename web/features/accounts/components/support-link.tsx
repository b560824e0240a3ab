import { Anchor } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from '../texts.ts'

/** Where people are helped, within a sentence. */
export function SupportLink() {
  const t = useTexts()
  const { site } = useSite()
  return (
    <Anchor href={site.support} inherit>
      {t('supportLink.contactSupport')}
    </Anchor>
  )
}
