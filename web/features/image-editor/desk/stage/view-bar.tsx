import { ActionIcon, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsHorizontal,
  IconDownload,
  IconMaximize,
  IconPhotoPlus,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { canRedo, canUndo } from '../document/history.ts'
import { closeDocument, redoLast, undoLast, useEditor } from '../editor-store.ts'
import { isKept } from '../keep/sync-project.ts'
import { dropPrepared } from '../options.ts'
import { useTexts } from '../texts.ts'
import classes from './stage.module.css'
import type { StageView } from './use-view.ts'

const loadExport = () =>
  import('../keep/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog)
const loadCompare = () =>
  import('../keep/compare-dialog.tsx').then(({ CompareDialog }) => CompareDialog)
const loadLeave = () => import('../keep/leave-dialog.tsx').then(({ LeaveDialog }) => LeaveDialog)

/** Over the image: back and forth, how it is looked at, and what becomes of it. */
export function ViewBar({ view }: { view: StageView }) {
  const t = useTexts()
  const document = useEditor((editor) => editor.document)
  const { isLoggedIn } = useSession()
  const isBusy = document?.pending != null
  const [exporting, exportDialog] = useDisclosure(false)
  const [comparing, compareDialog] = useDisclosure(false)
  const [leaving, leaveDialog] = useDisclosure(false)
  const leave = async () => {
    if (!(await isKept(isLoggedIn))) {
      leaveDialog.open()
      return
    }
    dropPrepared()
    await closeDocument()
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bar.label')}>
      <Tool
        label={t('bar.undo')}
        icon={IconArrowBackUp}
        disabled={isBusy || document === null || !canUndo(document)}
        onClick={() => {
          dropPrepared()
          void undoLast()
        }}
      />
      <Tool
        label={t('bar.redo')}
        icon={IconArrowForwardUp}
        disabled={isBusy || document === null || !canRedo(document)}
        onClick={() => {
          dropPrepared()
          void redoLast()
        }}
      />
      <span className={classes.gap} />
      <Tool label={t('bar.zoomOut')} icon={IconZoomOut} onClick={view.stepOut} />
      <Text size="sm" className={classes.percent} aria-label={t('bar.zoom')}>
        {t('bar.percent', { percent: Math.max(1, Math.round(100 * view.view.scale)) })}
      </Text>
      <Tool label={t('bar.zoomIn')} icon={IconZoomIn} onClick={view.stepIn} />
      <Tool label={t('bar.fit')} icon={IconMaximize} onClick={view.fit} />
      <span className={classes.gap} />
      <Tool
        label={t('bar.compare')}
        icon={IconArrowsHorizontal}
        disabled={document?.done === 0}
        onClick={compareDialog.open}
      />
      <Tool
        label={t('bar.open')}
        icon={IconPhotoPlus}
        disabled={isBusy}
        onClick={() => void leave()}
      />
      <Button
        size="compact-md"
        className={classes.save}
        leftSection={<IconDownload size={18} />}
        onClick={exportDialog.open}
      >
        {t('bar.save')}
      </Button>
      {exporting && <Deferred load={loadExport} props={{ onClose: exportDialog.close }} />}
      {comparing && <Deferred load={loadCompare} props={{ onClose: compareDialog.close }} />}
      {leaving && <Deferred load={loadLeave} props={{ onClose: leaveDialog.close }} />}
    </div>
  )
}

function Tool({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string
  icon: ComponentType<{ size?: number }>
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        disabled={disabled}
        className={classes.tool}
        onClick={onClick}
      >
        <Icon size={20} />
      </ActionIcon>
    </Hint>
  )
}
