import { Button, Group, Text } from '@mantine/core'
import { useTexts } from './texts.ts'

/** What was done, with a way back. */
export function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  const t = useTexts()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        {t('undoMessage.undo')}
      </Button>
    </Group>
  )
}
