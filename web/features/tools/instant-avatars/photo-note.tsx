import { Text } from '@mantine/core'
import { useEffect } from 'react'
import type { Quote } from '#contract/quotes.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { useStyles } from './use-styles.ts'

/**
 * Says who is given the photo, until the price of the order says so. Where that names another company than the looks on the page, they are
 * read again: another engine has come, or gone.
 */
export function PhotoNote({ quote }: { quote: Quote | null }) {
  const t = useTexts()
  const { data, refetch } = useStyles()
  const service = data?.drawn_by?.photos_go_to ?? null
  const told = quote === null ? null : (quote.photos_go_to[0] ?? null)
  // Each price asks once: whoever answers it may know of the change before those who answer for the looks.
  const outdatedBy = quote !== null && data !== undefined && told !== service ? quote.id : null
  useEffect(() => {
    if (outdatedBy !== null) void refetch()
  }, [outdatedBy, refetch])
  if (quote !== null || service === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t('avatarPhoto.goesTo', { service })}
    </Text>
  )
}
