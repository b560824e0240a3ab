import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './texts.ts'

/** What could not be loaded, with a retry. */
export function ErrorState({ what, onRetry }: { what: string; onRetry(): void }) {
  const t = useTexts()
  return (
    <Group role="alert" gap="sm" py="md">
      <Text>{what}</Text>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('states.tryAgain')}
      </Button>
    </Group>
  )
}

/** Nothing here yet: a picture, one sentence, one thing to do. */
export function EmptyState({
  picture,
  text,
  action,
}: {
  picture?: ReactNode
  text: string
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" py="xl">
      {picture}
      <Text ta="center" c="dimmed" maw={420}>
        {text}
      </Text>
      {action}
    </Stack>
  )
}
