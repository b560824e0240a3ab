import { IconHeartFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useLastOpened } from '../lib/use-last-opened.ts'
import { useTexts } from '../texts.ts'
import classes from './masonry.module.css'

/** Rows of the grid in the width of a column, and those that the gap below an image takes. */
const ROWS = 24
const GAP_ROWS = 1
/** No image is more than this many times as high as it is wide; one that is higher is cut. */
const HIGHEST = 2.2
const SIZES = '(min-width: 90em) 19rem, (min-width: 60em) 24vw, (min-width: 40em) 33vw, 50vw'
/** Of the first page, those that the first window shows. */
const FIRST = 4

const rowsOf = (shape: number) =>
  Math.max(6, Math.round(ROWS * Math.min(HIGHEST, shape)) + GAP_ROWS)

/** Images in columns, each in the place that its size says. */
export function ImageMasonry({
  images,
  label,
  isFirst = false,
}: {
  images: readonly CommunityImage[]
  label: string
  /** It begins in the first window of the page. */
  isFirst?: boolean
}) {
  const t = useTexts()
  const { noteOpened, refOf } = useLastOpened()
  return (
    <div className={classes.frame}>
      <ul className={classes.grid} aria-label={label}>
        {images.map((image, place) => (
          <li
            key={image.id}
            className={classes.item}
            style={{ gridRow: `span ${rowsOf(image.height / image.width)}` }}
          >
            <Link
              to={paths.exploreImage.link(image.id)}
              ref={refOf(image.id)}
              className={classes.link}
              onClick={() => noteOpened(image.id)}
            >
              <Picture
                image={{ ...image, alt: image.alt || (image.prompt ?? t('image.untitled')) }}
                sizes={SIZES}
                eager={isFirst && place < FIRST}
              />
            </Link>
            {image.reactions.count > 0 && (
              <span className={classes.likes}>
                <IconHeartFilled size={14} aria-label={t('image.likes')} />
                {formatNumber(image.reactions.count)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Each another shape, which is its key. */
const WAITING = [1, 1.4, 0.8, 1.2, 0.95, 0.75, 1.3, 1.1]

/** Where images are about to be. */
export const WaitingMasonry = () => (
  <div className={classes.frame} aria-hidden="true">
    <div className={classes.grid}>
      {WAITING.map((shape) => (
        <div key={shape} className={classes.waiting} style={{ gridRow: `span ${rowsOf(shape)}` }} />
      ))}
    </div>
  </div>
)
