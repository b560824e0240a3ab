import { Anchor } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'

/** Where people are helped, within a sentence. */
export function SupportLink() {
  const { site } = useSite()
  return (
    <Anchor href={site.support} inherit>
      contact support
    </Anchor>
  )
}
