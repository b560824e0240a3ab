import { Button, Group, Text } from '@mantine/core'

/** "Deleted" with a way back. */
export function UndoMessage({ onUndo }: { onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">Picture deleted.</Text>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
