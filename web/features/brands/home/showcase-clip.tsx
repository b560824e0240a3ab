import { useInViewport, useMergedRef } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { SHOWCASE_EDGE, type ShowcasePicture } from './showcase.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/**
 * A silent clip that shows over and over how a sample picture was drawn, while it is in view; until then, and where it
 * cannot be played, the picture.
 */
export function ShowcaseClip({
  picture: { file, alt },
  playing,
  onRefused,
}: {
  picture: ShowcasePicture
  playing: boolean
  /** The browser plays nothing unless asked, as some do to spare the battery. */
  onRefused: () => void
}) {
  const t = useTexts()
  const { ref, inViewport } = useInViewport<HTMLVideoElement>()
  const video = useRef<HTMLVideoElement>(null)
  const merged = useMergedRef(video, ref)
  const refuse = useEffectEvent(onRefused)
  const shown = playing && inViewport
  useEffect(() => {
    if (!shown) video.current?.pause()
    else {
      video.current?.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') refuse()
      })
    }
  }, [shown])
  const size = { width: SHOWCASE_EDGE, height: SHOWCASE_EDGE }
  return (
    <div className={classes.clip}>
      {/* In the place of a poster, which browsers fetch with what is in view. */}
      <img
        className={classes.picture}
        src={`/showcase/${file}`}
        {...size}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <video
        ref={merged}
        {...size}
        src={`/showcase/${file.replace(/\.webp$/, '.mp4')}`}
        preload="none"
        muted
        loop
        playsInline
        aria-label={t('showcaseClip.drawnStepByStep', { image: t(alt) })}
      />
    </div>
  )
}
