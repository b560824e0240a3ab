import { Checkbox, Text } from '@mantine/core'
import { Picture } from '#web/ui/picture.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useOwnImages } from '../api/use-publishing.ts'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

const MOST = 8

/** Own published images, of which some show what a model draws. */
export function SampleChoice({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[]
  onChange(chosen: readonly string[]): void
  error: string | undefined
}) {
  const t = useTexts()
  const { data: images } = useOwnImages()
  return (
    <fieldset className={classes.sampleChoice}>
      <legend>{t('model.samples')}</legend>
      <Text size="sm" c="dimmed">
        {images?.length === 0 ? t('publish.noSamples') : t('publish.samplesHint', { most: MOST })}
      </Text>
      {images && images.length > 0 && (
        <ul>
          {images.map((image) => {
            const isChosen = chosen.includes(image.id)
            return (
              <li key={image.id}>
                <Checkbox
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= MOST}
                  label={<Picture image={image} sizes="6rem" />}
                  onChange={() =>
                    onChange(
                      isChosen ? chosen.filter((id) => id !== image.id) : [...chosen, image.id],
                    )
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      <Problem>{error}</Problem>
    </fieldset>
  )
}
