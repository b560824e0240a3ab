import { useState } from 'react'
import { IMAGE_SIZES, resizedImageUrl } from '#contract/values/resized-image.ts'
import classes from './picture.module.css'
import { useBlurhash } from './use-blurhash.ts'

/** What a picture of our own storage brings along; the API's pictures have this shape. */
export interface PictureSource {
  /** Root-relative. */
  url: string
  width: number
  height: number
  alt: string
  /** Stands in for a missing `alt`. */
  prompt?: string | null
  /** CSS colour. */
  dominant_color?: string | null
  blurhash?: string | null
}

export interface PictureProps {
  image: PictureSource
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** Set for pictures at the top of the page. */
  eager?: boolean
  className?: string
}

const SMALLEST = 160

/** Wider than the picture itself would only enlarge it. */
function widthsOf(image: PictureSource) {
  const widths = IMAGE_SIZES.filter((width) => width >= SMALLEST && width <= image.width)
  return widths.length > 0 ? widths : [SMALLEST as (typeof IMAGE_SIZES)[number]]
}

/**
 * A responsive picture: the browser picks a width, the place is kept by the aspect ratio, and until it is
 * there its dominant colour or its blurred likeness shows. Fills the width of what it stands in.
 */
export function Picture({ image, sizes, eager = false, className }: PictureProps) {
  const [isLoaded, setLoaded] = useState(false)
  const blurred = useBlurhash(isLoaded ? null : (image.blurhash ?? null))
  const widths = widthsOf(image)
  const address = (width: (typeof IMAGE_SIZES)[number]) =>
    resizedImageUrl({ url: image.url, width, type: 'webp' })
  return (
    <img
      // A picture that came with the server's page may be there before React is.
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) setLoaded(true)
      }}
      className={className ? `${classes.picture} ${className}` : classes.picture}
      style={{
        aspectRatio: `${image.width} / ${image.height}`,
        backgroundColor: image.dominant_color ?? undefined,
        backgroundImage: blurred ? `url(${blurred})` : undefined,
      }}
      src={address(widths[Math.floor(widths.length / 2)] ?? SMALLEST)}
      srcSet={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.alt || (image.prompt ?? '')}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onLoad={() => setLoaded(true)}
    />
  )
}
