import { useEffect, useRef } from 'react'
import { drawMask, type MaskAction, paint } from '#web/features/generate/mask/mask-painting.ts'
import { type Painting, usePainting } from '#web/features/generate/mask/use-painting.ts'

async function readMask(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`The mask answered ${answer.status}`)
  return createImageBitmap(await answer.blob())
}

/** Reading back is what the finished mask needs, so the canvas stays in main memory. */
const SETTINGS = { willReadFrequently: true }

/**
 * A mask that is painted on a canvas.
 * @param earlierUrl a mask that was painted before and is gone on with
 */
export function useMask(earlierUrl: string | null): Painting<MaskAction> {
  const earlier = useRef<ImageBitmap>(null)
  const painting = usePainting<MaskAction>({
    paint,
    drawBase: (context) => {
      if (earlier.current !== null) drawMask(context, earlier.current)
    },
    settings: SETTINGS,
  })
  // The first address counts: it changes with time, the mask does not.
  const firstUrl = useRef(earlierUrl)
  const { repaint } = painting
  const draw = useRef(repaint)
  useEffect(() => {
    const url = firstUrl.current
    if (url === null) return undefined
    const leaving = new AbortController()
    const load = async () => {
      earlier.current = await readMask(url, leaving.signal).catch(() => null)
      if (!leaving.signal.aborted) draw.current()
    }
    void load()
    return () => leaving.abort()
  }, [])
  return painting
}
