import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PredictionImage, Video } from '#contract/prediction-images.ts'
import { frameOf } from './frame-of.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

const COUNT = 6
/** Height of one, pixels; drawn twice as large for dense screens. */
const HEIGHT = 96

/** Frames at even distances of a video; a click on one goes there. */
export function Thumbnails({
  image,
  video: { url, duration },
  onGo,
}: {
  image: PredictionImage
  video: Video
  onGo: (seconds: number) => void
}) {
  const t = useTexts()
  const [frames, setFrames] = useState<readonly string[]>([])
  const width = Math.round((HEIGHT * image.width) / image.height)
  useEffect(() => {
    const over = new AbortController()
    async function draw(): Promise<void> {
      for (let place = 0; place < COUNT && !over.signal.aborted; place++) {
        const canvas = await frameOf(url, (place * duration) / COUNT, { width, height: HEIGHT })
        const frame = canvas.toDataURL('image/jpeg', 0.7)
        if (!over.signal.aborted) setFrames((known) => [...known, frame])
      }
    }
    // The player works without thumbnails.
    draw().catch(() => undefined)
    return () => {
      over.abort()
      setFrames([])
    }
  }, [url, duration, width])
  return (
    <div className={classes.thumbnails} role="group" aria-label={t('videoResult.frames')}>
      {Array.from({ length: COUNT }, (_, place) => {
        const seconds = (place * duration) / COUNT
        return (
          <UnstyledButton
            key={seconds}
            className={classes.thumbnail}
            style={{ aspectRatio: `${image.width} / ${image.height}` }}
            aria-label={t('videoResult.goTo', { seconds: Math.round(seconds * 10) / 10 })}
            onClick={() => onGo(seconds)}
          >
            {frames[place] !== undefined && <img src={frames[place]} alt="" />}
          </UnstyledButton>
        )
      })}
    </div>
  )
}
