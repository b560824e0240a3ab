import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { dropPrepared } from '../options.ts'
import { useTexts } from '../texts.ts'

/** Asked before the image that is edited is not kept any more. */
export function DropDialog({
  title,
  confirm,
  onDrop,
  onClose,
}: {
  title: string
  confirm: string
  /** What takes its place. */
  onDrop: () => void
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('leave.stay')}
        </Button>
        <Button
          onClick={() => {
            dropPrepared()
            onClose()
            onDrop()
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Dialog>
  )
}
