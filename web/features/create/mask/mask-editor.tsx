import { Button } from '@mantine/core'
import { IconContrast, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import {
  type SourcePicture,
  useSourcePicture,
  useUploadMask,
} from '#web/features/generate/api/use-source-picture.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import classes from './mask-editor.module.css'
import { maskFile } from '#web/features/generate/mask/mask-painting.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { useTexts } from './texts.ts'
import { useMask } from './use-mask.ts'
import { usePointing } from '#web/features/generate/mask/use-pointing.ts'

/** Paints what is to be redrawn. What was painted earlier is gone on with. */
export function MaskEditor({ picture, onClose }: { picture: SourcePicture; onClose: () => void }) {
  const { source } = useSource()
  const earlier = useSourcePicture(source.maskId, true).picture
  // The earlier mask must be known before the first stroke.
  if (source.maskId !== null && earlier === undefined) return null
  return <Editor picture={picture} earlierUrl={earlier?.url ?? null} onClose={onClose} />
}

function Editor({
  picture,
  earlierUrl,
  onClose,
}: {
  picture: SourcePicture
  earlierUrl: string | null
  onClose: () => void
}) {
  const t = useTexts()
  const { change } = useSource()
  const upload = useUploadMask()
  const { canvas, ...mask } = useMask(earlierUrl)
  const shown = useRef<HTMLImageElement>(null)
  const point = usePointing(() => shown.current, picture, mask)

  async function finish(): Promise<void> {
    const painted = mask.element()
    if (painted === null) return
    const file = await maskFile(painted)
    if (file === null) {
      change({ maskId: null })
      onClose()
      return
    }
    upload.mutate(file, {
      onSuccess: ({ id }) => {
        change({ maskId: id })
        onClose()
      },
    })
  }

  return (
    <PictureDialog
      picture={picture}
      size={picture}
      image={shown}
      point={point}
      canvas={canvas}
      canvasClass={classes.mask}
      painting={mask}
      words={{
        label: t('maskEditor.label'),
        title: t('maskEditor.title'),
        board: t('maskEditor.board'),
        paint: t('maskEditor.paint'),
        leave: t('leave.text'),
      }}
      pending={upload.isPending}
      onDone={() => void finish()}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconContrast size={18} />}
            onClick={() => mask.keep({ kind: 'invert' })}
          >
            {t('maskEditor.invert')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} />}
            onClick={() => mask.keep({ kind: 'clear' })}
          >
            {t('maskEditor.clear')}
          </Button>
        </>
      }
    />
  )
}
