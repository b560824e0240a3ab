import type { CSSProperties } from 'react'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { paddedSize, type Padding } from '#web/features/generate/lib/source.ts'
import classes from '#web/features/generate/source/source.module.css'
import { useTexts } from './texts.ts'

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`

/**
 * The picture to start from where it will stand in the result, and over it what will be repainted.
 * @param props.url of what is shown of it: itself, or itself with a sketch
 */
export function SourceFrame({
  picture,
  url,
  padding,
  maskUrl,
}: {
  picture: SourcePicture
  url: string
  padding: Padding
  maskUrl: string | null
}) {
  const t = useTexts()
  const { covered, reveal } = useCover(picture)
  const whole = paddedSize(picture, padding)
  const place: CSSProperties = {
    '--ratio': whole.width / whole.height,
    '--left': share(padding.left, whole.width),
    '--top': share(padding.top, whole.height),
    '--width': share(picture.width, whole.width),
    '--height': share(picture.height, whole.height),
  }
  return (
    <div className={classes.frame} style={place}>
      <div className={classes.place}>
        <img
          src={resizedImageUrl({ url, width: 640, type: 'webp' })}
          alt={t('sourceFrame.alt')}
          width={picture.width}
          height={picture.height}
          data-covered={covered || undefined}
        />
        {covered && <Uncover onClick={reveal} />}
        {maskUrl !== null && (
          <div className={classes.painted} style={{ maskImage: `url("${maskUrl}")` }} />
        )}
      </div>
    </div>
  )
}
