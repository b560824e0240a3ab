import { Button, Text } from '@mantine/core'
import { useTexts } from '../texts.ts'
import type { useFaces } from './use-faces.ts'

/** How many faces an image has, or that they are looked for, or could not be. */
export function FoundFaces({
  found: { faces, failed, retry },
}: {
  found: ReturnType<typeof useFaces>
}) {
  const t = useTexts()
  if (failed) {
    return (
      <Text size="sm" mt={6}>
        {t.rich('faceInput.lookFailed', {
          retry: <Button variant="subtle" size="compact-sm" onClick={retry} />,
        })}
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed" mt={6} role="status">
      {faces === undefined && t('faceInput.looking')}
      {faces !== undefined && faces.length > 0 && t('faceInput.found', { count: faces.length })}
    </Text>
  )
}
