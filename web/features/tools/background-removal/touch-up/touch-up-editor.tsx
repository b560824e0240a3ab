import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { PaintDialog } from '#web/features/generate/mask/paint-dialog.tsx'
import { usePainting } from '#web/features/generate/mask/use-painting.ts'
import { usePointing } from '#web/features/generate/mask/use-pointing.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import compare from '#web/ui/compare.module.css'
import type { Side } from '#web/features/tool-page/frame/comparison.ts'
import { canvasFile } from '../canvas-file.ts'
import { loadImage } from '../load-image.ts'
import { paintCutout } from './paint-cutout.ts'
import { useTexts } from './texts.ts'
import type { TouchUp, TouchUpAction } from './touch-up-store.ts'
import classes from './touch-up.module.css'

interface Pictures {
  /** Both of the same size. */
  original: HTMLImageElement
  cutout: HTMLImageElement
}

/**
 * Corrects a cut-out by hand: a brush that brings the original back, and one that erases.
 * @param props.touched what was done before; it is gone on with
 * @param props.onDone given what the cut-out has become, null when it is as it was made
 */
export function TouchUpEditor({
  original,
  cutout,
  touched,
  onDone,
  onClose,
}: {
  original: SourcePicture
  cutout: Side
  touched: TouchUp | null
  onDone: (touched: TouchUp | null) => void
  onClose: () => void
}) {
  // The first addresses count: they change with time, the images do not.
  const [urls] = useState([original.url, cutout.url] as const)
  const { data: pictures } = useQuery({
    queryKey: queryKeys.touchUp(...urls),
    queryFn: async (): Promise<Pictures> => {
      try {
        const [first, second] = await Promise.all([loadImage(urls[0]), loadImage(urls[1])])
        return { original: first, cutout: second }
      } catch (error) {
        handleError(error)
        onClose()
        throw error
      }
    },
    retry: false,
    staleTime: Infinity,
    // Two images in full size are not kept once the editor is closed.
    gcTime: 0,
  })
  if (pictures === undefined) return null
  return (
    <Editor
      pictures={pictures}
      source={original}
      first={touched?.strokes ?? []}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function Editor({
  pictures: { original, cutout },
  source,
  first,
  onDone,
  onClose,
}: {
  pictures: Pictures
  /** The original, of the cut-out's size. */
  source: SourcePicture
  first: readonly TouchUpAction[]
  onDone: (touched: TouchUp | null) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { width, height } = source
  const hand = useRef<HTMLButtonElement>(null)
  const { canvas, ...painting } = usePainting<TouchUpAction>({
    paint: (context, action) => paintCutout(context, action, original),
    drawBase: (context) => context.drawImage(cutout, 0, 0, width, height),
    first,
  })
  const point = usePointing(() => original, source, painting)
  const finish = useMutation({
    mutationFn: async (): Promise<TouchUp | null> => {
      const strokes = [...painting.actions()]
      const painted = painting.element()
      if (strokes.length === 0 || painted === null) return null
      const file = await canvasFile(painted)
      return { strokes, url: URL.createObjectURL(file), width, height }
    },
    onSuccess: onDone,
  })
  return (
    <PaintDialog
      size={{ width, height }}
      painting={painting}
      point={point}
      hand={hand}
      words={{
        label: t('touchUp.label'),
        title: t('touchUp.title'),
        board: t('touchUp.board'),
        paint: t('touchUp.keep'),
        leave: t('touchUp.leave'),
      }}
      pending={finish.isPending}
      onDone={() => (painting.changed ? finish.mutate() : onClose())}
      onClose={onClose}
    >
      <div className={compare.checkerboard} />
      <img className={classes.original} src={original.src} alt="" draggable={false} />
      <canvas ref={canvas} width={width} height={height} />
    </PaintDialog>
  )
}
