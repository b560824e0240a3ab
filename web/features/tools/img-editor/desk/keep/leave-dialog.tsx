import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeDocument } from '../editor-store.ts'
import { dropPrepared } from '../options.ts'
import { useTexts } from '../texts.ts'

/** Asked before the image that is edited is closed: it is not kept any more then. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog opened onClose={onClose} title={t('leave.title')} size={440}>
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('leave.stay')}
        </Button>
        <Button
          onClick={() => {
            dropPrepared()
            onClose()
            void closeDocument()
          }}
        >
          {t('leave.close')}
        </Button>
      </Group>
    </Dialog>
  )
}
