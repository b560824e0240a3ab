import { Button, Center, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTexts } from '../texts.ts'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page once it comes into view; a button does it too, and after a failure it alone. */
export function LoadMore({ pages }: { pages: Pages }) {
  const t = useTexts()
  const { ref, inViewport } = useInViewport()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const isDue = inViewport && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isDue) void fetchNextPage()
  }, [isDue, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Center ref={ref} py="lg" style={{ flexDirection: 'column' }}>
      {isFetchNextPageError && (
        <Text role="alert" mb="xs">
          {t('feed.moreFailed')}
        </Text>
      )}
      <Button
        variant="default"
        loading={isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {t('feed.more')}
      </Button>
    </Center>
  )
}
