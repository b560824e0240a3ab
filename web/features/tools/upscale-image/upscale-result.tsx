import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { CompareSlider } from '#web/features/tool-page/frame/compare-slider.tsx'
import { inputOf } from '#web/features/tool-page/frame/input-of.ts'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import { upscaleTool } from './tool.ts'
import classes from './upscale.module.css'
import { useTexts } from '#web/features/tool-page/texts.ts'

/** The enlarged image beside what it was, with a glass that shows both down to the pixel. */
export function UpscaleResult({
  job,
  image,
  onDetails,
}: {
  job: Job
  image: PredictionImage
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const [loupe, setLoupe] = useState(false)
  const before = useSourcePicture(inputOf(job), true).picture ?? null
  return (
    <>
      <CompareSlider
        before={before}
        after={image}
        alt={image.alt || t('upscaleResult.alt')}
        loupe={loupe}
      />
      <ResultBar without={upscaleTool.key} image={image} onDetails={onDetails} />
      <div className={classes.line}>
        <Text size="sm" c="dimmed" className="tabular">
          {before === null
            ? t('size', { width: image.width, height: image.height })
            : t('upscaleResult.became', {
                width: before.width,
                height: before.height,
                toWidth: image.width,
                toHeight: image.height,
              })}
        </Text>
        {before !== null && (
          <Switch
            label={t('upscaleResult.loupe')}
            checked={loupe}
            onChange={({ currentTarget }) => setLoupe(currentTarget.checked)}
          />
        )}
      </div>
    </>
  )
}
