import { openFile } from '../editor-store.ts'
import { useTexts } from '../texts.ts'
import { DropDialog } from './drop-dialog.tsx'

/** Asked before another image takes the place of the one that is edited. */
export function ReplaceDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  return (
    <DropDialog
      title={t('replace.title')}
      confirm={t('replace.open')}
      onDrop={() => void openFile(file, file.name)}
      onClose={onClose}
    />
  )
}
