import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { IconColorPicker, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Hint } from '#web/ui/hint.tsx'
import { type SourcePicture, useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { DRAWING_ROOM, sizeWithin } from '#web/features/generate/lib/sizes.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import type { Point, Stroke } from '#web/features/generate/mask/mask-painting.ts'
import { PictureDialog } from '../mask/picture-dialog.tsx'
import { usePainting } from '#web/features/generate/mask/use-painting.ts'
import { ColorField } from './color-field.tsx'
import { keepSketch, readSketch } from './kept-sketches.ts'
import { colorAt, paintSketch, type SketchAction, sketchFile } from './sketch-painting.ts'
import { useTexts } from './texts.ts'

const FIRST_COLOR = '#e03131'

/**
 * Draws on the picture to start from, which itself stays as it is. What was drawn earlier is gone on with.
 * @param props.sketched the picture with what was drawn earlier, if there is one and it was not deleted
 */
export function SketchEditor({
  picture,
  sketched,
  onClose,
}: {
  picture: SourcePicture
  sketched: SourcePicture | null
  onClose: () => void
}) {
  const t = useTexts()
  const { source, change } = useSource()
  const upload = useUpload()
  const label = useId()
  const [first] = useState(() => readSketch(source.sketchId))
  // Where its strokes are not kept, a sketch is gone on with as it is.
  const [base] = useState(first.length === 0 && sketched !== null ? sketched : picture)
  const image = useRef<HTMLImageElement>(null)
  const [color, setColor] = useState(first.at(-1)?.color ?? FIRST_COLOR)
  const [picking, setPicking] = useState(false)
  const { canvas, ...painting } = usePainting<SketchAction>({
    paint: paintSketch,
    drawBase: () => undefined,
    first,
    // Reading back is what the sent picture and the taken colors need.
    settings: { willReadFrequently: true },
  })
  const size = sizeWithin(base, DRAWING_ROOM)

  function take(point: Point): string {
    const [shown, strokes] = [image.current, painting.element()]
    // A picture that is not loaded has no colors yet.
    const isThere = shown !== null && shown.naturalWidth > 0 && strokes !== null
    const taken = isThere ? colorAt(shown, strokes, point) : null
    if (taken === null) return ''
    setPicking(false)
    setColor(taken)
    return t('sketchEditor.picked', { color: taken })
  }

  const finish = useMutation({
    mutationFn: async (): Promise<string | null> => {
      const strokes = painting.element()
      if (image.current === null || strokes === null) return source.sketchId
      await image.current.decode()
      const file = await sketchFile(image.current, strokes)
      return file && (await upload.mutateAsync(file)).picture.id
    },
    onSuccess: (id) => {
      const isKept = id === null || keepSketch(id, painting.actions())
      // Strokes that cannot be kept become part of the picture.
      change(isKept ? { imageId: base.id, sketchId: id } : { imageId: id, sketchId: null })
      onClose()
    },
  })
  const isSaved = source.sketchId === null || sketched !== null
  const inColor = (stroke: Stroke) => ({ ...stroke, color })

  return (
    <PictureDialog
      picture={base}
      size={size}
      image={image}
      canvas={canvas}
      painting={{
        ...painting,
        draw: (stroke) => painting.draw(inColor(stroke)),
        keep: (stroke, options) => painting.keep(inColor(stroke), options),
      }}
      words={{
        label: t('sketchEditor.label'),
        title: t('sketchEditor.title'),
        board: t('sketchEditor.board'),
        paint: t('sketchEditor.draw'),
        leave: t('sketchEditor.leave'),
        keys: t('sketchEditor.keys'),
      }}
      pending={finish.isPending}
      onDone={() => (painting.changed || !isSaved ? finish.mutate() : onClose())}
      onClose={onClose}
      pick={{ active: picking, take }}
      renderPalette={(draw) => (
        <>
          <VisuallyHidden id={label}>{t('sketchEditor.color')}</VisuallyHidden>
          <ColorField
            labelId={label}
            color={color}
            onChange={(chosen) => {
              setColor(chosen)
              draw()
            }}
          />
        </>
      )}
      actions={
        <>
          <Hint label={t('sketchEditor.pick')}>
            <ActionIcon
              variant={picking ? 'filled' : 'default'}
              size={36}
              aria-label={t('sketchEditor.pick')}
              aria-pressed={picking}
              onClick={() => setPicking(!picking)}
            >
              <IconColorPicker size={18} />
            </ActionIcon>
          </Hint>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} />}
            disabled={painting.count === 0}
            onClick={() => painting.keep({ kind: 'clear' })}
          >
            {t('sketchEditor.clear')}
          </Button>
        </>
      }
    />
  )
}
