import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { handleError } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CompareSlider } from '#web/features/tool-page/frame/compare-slider.tsx'
import { drawn, flatten, original } from '../editor-store.ts'
import { shrunken } from '../pixels/canvas.ts'
import { canvasFile } from '../pixels/files.ts'
import { useTexts } from '../texts.ts'

/** Longest edge of what is compared, pixels. */
const EDGE = 1600

interface Side {
  url: string
  width: number
  height: number
}

async function sideOf(canvas: HTMLCanvasElement): Promise<Side> {
  const { width, height } = canvas
  const small = shrunken(canvas, EDGE / Math.max(width, height))
  return { url: URL.createObjectURL(await canvasFile(small, 'image/webp')), width, height }
}

/** The image as it was opened, and as it is now. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [sides, setSides] = useState<{ before: Side; after: Side } | null>(null)
  useEffect(() => {
    const urls: string[] = []
    let isGone = false
    const draw = async () => {
      await drawn()
      const [first, last] = [await original(), flatten()]
      if (!first || !last) return
      const [before, after] = [await sideOf(first), await sideOf(last)]
      urls.push(before.url, after.url)
      if (isGone) urls.forEach((url) => URL.revokeObjectURL(url))
      else setSides({ before, after })
    }
    draw().catch(handleError)
    return () => {
      isGone = true
      urls.forEach((url) => URL.revokeObjectURL(url))
    }
  }, [])
  return (
    <Dialog opened onClose={onClose} title={t('compare.title')} size={960}>
      {sides ? (
        <CompareSlider before={sides.before} after={sides.after} alt={t('compare.alt')} />
      ) : (
        <Skeleton h={320} />
      )}
    </Dialog>
  )
}
