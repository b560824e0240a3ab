import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { openFile } from '../editor-store.ts'
import { dropPrepared } from '../options.ts'
import { useTexts } from '../texts.ts'

/** Asked before another image takes the place of the one that is edited. */
export function ReplaceDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog opened onClose={onClose} title={t('replace.title')} size={440}>
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('leave.stay')}
        </Button>
        <Button
          onClick={() => {
            dropPrepared()
            onClose()
            void openFile(file, file.name)
          }}
        >
          {t('replace.open')}
        </Button>
      </Group>
    </Dialog>
  )
}
