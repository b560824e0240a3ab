import { SHOWCASE_EDGE, type ShowcasePicture as Source } from './showcase.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/** One of our own sample pictures; they are small, so there is one size of each. */
export function ShowcasePicture({ picture, eager = false }: { picture: Source; eager?: boolean }) {
  const t = useTexts()
  return (
    <img
      className={classes.picture}
      src={`/showcase/${picture.file}`}
      width={SHOWCASE_EDGE}
      height={SHOWCASE_EDGE}
      alt={t(picture.alt)}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
