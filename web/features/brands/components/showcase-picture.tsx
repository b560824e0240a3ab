import type { ShowcasePicture as Source } from '../showcase.ts'
import classes from './home.module.css'

const EDGE = 512

/** One of our own sample pictures; they are small, so there is one size of each. */
export function ShowcasePicture({ picture, eager = false }: { picture: Source; eager?: boolean }) {
  return (
    <img
      className={classes.picture}
      src={`/showcase/${picture.file}`}
      width={EDGE}
      height={EDGE}
      alt={picture.alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
