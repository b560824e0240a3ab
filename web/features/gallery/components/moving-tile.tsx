import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './gallery.module.css'

const STILL = '(prefers-reduced-motion: reduce)'

/**
 * A video over its first frame: it plays, without a sound, while it is pointed at. Those who asked their system for less
 * motion see the first frame alone.
 * @param props.plays whether it has been pointed at or has had the focus
 */
export function MovingTile({ url, plays }: { url: string; plays: boolean }) {
  const [moves, setMoves] = useState(false)
  useEffect(() => {
    const media = window.matchMedia(STILL)
    const follow = () => setMoves(!media.matches)
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return (
    <>
      {moves && plays && <MovingImage url={url} />}
      <span className={classes.isVideo} aria-hidden="true">
        <IconPlayerPlayFilled size={12} />
      </span>
    </>
  )
}

function MovingImage({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const tile = video.current?.closest('[data-picture]')?.parentElement
    const play = () => void video.current?.play().catch(() => undefined)
    play()
    tile?.addEventListener('pointerenter', play, { signal })
    tile?.addEventListener('pointerleave', () => video.current?.pause(), { signal })
    return () => over.abort()
  }, [])
  return (
    <video
      ref={video}
      src={url}
      className={classes.moving}
      muted
      loop
      playsInline
      preload="none"
      aria-hidden="true"
      tabIndex={-1}
    />
  )
}
