import { closeDocument } from '../editor-store.ts'
import { useTexts } from '../texts.ts'
import { DropDialog } from './drop-dialog.tsx'

/** Asked before the image that is edited is closed. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <DropDialog
      title={t('leave.title')}
      confirm={t('leave.close')}
      onDrop={() => void closeDocument()}
      onClose={onClose}
    />
  )
}
