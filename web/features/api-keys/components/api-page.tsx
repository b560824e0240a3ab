import { Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../texts.ts'
import { Examples } from './examples.tsx'
import { KeyList } from './key-list.tsx'
import { NewKey } from './new-key.tsx'

/** Keys of one's own programs, and programs to begin with. @param props.origin of this site */
export function ApiPage({ origin }: { origin: string }) {
  const t = useTexts()
  return (
    <Stack gap={40}>
      <div>
        <Title order={1}>{t('title')}</Title>
        <Text c="dimmed" mt="xs">
          {t('intro')}
        </Text>
      </div>
      <NewKey />
      <KeyList />
      <Examples origin={origin} />
    </Stack>
  )
}
