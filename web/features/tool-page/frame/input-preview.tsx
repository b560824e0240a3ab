import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import { previewUrl } from './preview-url.ts'
import classes from './tool.module.css'
import { useTexts } from '../texts.ts'

/** The image that is worked on, as large as the result will be shown; a result whose viewer is on its way. */
export function InputPreview({
  picture,
  busy = false,
}: {
  picture: Omit<SourcePicture, 'expires_at'>
  busy?: boolean
}) {
  const t = useTexts()
  const { covered, reveal } = useCover(picture)
  return (
    <div
      className={classes.preview}
      style={{ '--ratio': picture.width / picture.height }}
      data-busy={busy || undefined}
    >
      <img
        src={previewUrl(picture)}
        alt={t('inputPreview.alt')}
        width={picture.width}
        height={picture.height}
        data-covered={covered || undefined}
      />
      {covered && <Uncover onClick={reveal} />}
    </div>
  )
}
