import { useReducedMotion } from '@mantine/hooks'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

/** What the built-in engine makes of a photograph, before one of one's own is chosen. */
export function VideoSample() {
  const t = useTexts()
  const calm = useReducedMotion()
  return (
    <video
      className={classes.sample}
      src="/tools/video-sample.mp4"
      width={384}
      height={384}
      aria-label={t('videoSample.alt')}
      autoPlay={!calm}
      controls
      muted
      loop
      playsInline
    />
  )
}
