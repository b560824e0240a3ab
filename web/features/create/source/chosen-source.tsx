import { ActionIcon, Text } from '@mantine/core'
import { IconBrush, IconPencil, IconX } from '@tabler/icons-react'
import { formatDay } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import {
  type SourcePicture,
  useSourcePicture,
} from '#web/features/generate/api/use-source-picture.ts'
import classes from '#web/features/generate/source/source.module.css'
import { canKeepPixels } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { SourceFrame } from './source-frame.tsx'
import { useTexts } from './texts.ts'

/** The picture that was chosen to start from, and what can be done with it. */
export function ChosenSource({
  picture,
  sketched,
  scaledTo,
  onChange,
  onRemove,
  onSketch,
  onPaint,
}: {
  picture: SourcePicture
  /** With a sketch on it; null when that was deleted. */
  sketched: SourcePicture | null | undefined
  /** Set when it was made smaller on its way. */
  scaledTo: { width: number; height: number } | null
  onChange: () => void
  onRemove: () => void
  onSketch: () => void
  onPaint: () => void
}) {
  const t = useTexts()
  const { source } = useSource()
  const mask = useSourcePicture(source.maskId, true).picture
  return (
    <div className={classes.chosen}>
      <SourceFrame
        picture={picture}
        url={sketched?.url ?? picture.url}
        padding={source.padding}
        maskUrl={mask?.url ?? null}
      />
      <Text size="xs" c="dimmed" className={`${classes.numbers} ${classes.dropHint}`}>
        {t('sourceField.size', {
          width: picture.width,
          height: picture.height,
          scaled: scaledTo === null ? 'no' : 'yes',
          expires: picture.expires_at === null ? 'no' : 'yes',
          day: picture.expires_at === null ? '' : formatDay(picture.expires_at),
        })}
      </Text>
      {source.sketchId !== null && sketched === null && (
        <Text size="sm">{t('sourceField.sketchMissing')}</Text>
      )}
      <div className={classes.actions}>
        <SmallButton leftSection={<IconPencil size={18} />} onClick={onSketch}>
          {source.sketchId === null ? t('sourceField.sketch') : t('sourceField.editSketch')}
        </SmallButton>
        <SmallButton
          leftSection={<IconBrush size={18} />}
          disabled={!canKeepPixels(picture)}
          onClick={onPaint}
        >
          {source.maskId === null ? t('sourceField.paint') : t('sourceField.edit')}
        </SmallButton>
        <SmallButton onClick={onChange}>{t('sourceField.change')}</SmallButton>
        <Hint label={t('sourceField.remove')}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('sourceField.removeImage')}
            onClick={onRemove}
          >
            <IconX size={18} />
          </ActionIcon>
        </Hint>
      </div>
    </div>
  )
}
