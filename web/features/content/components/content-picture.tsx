import type { ShownImage } from '../lib/shown-page.ts'
import classes from './content.module.css'

/** One image of the content, in its own shape from the start. */
export function ContentPicture({ image, eager = false }: { image: ShownImage; eager?: boolean }) {
  const { src, width, height, alt } = image
  return (
    <img
      className={classes.picture}
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
