import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/create/api/use-source-picture.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CompareSlider } from '../frame/compare-slider.tsx'
import { WHOLE } from '../frame/comparison.ts'
import compare from '../frame/compare.module.css'
import { inputOf } from '../frame/input-of.ts'
import { ResultBar } from '../frame/result-bar.tsx'
import { type Backdrop, cssOf, SHADOW } from './backdrop.ts'
import { BackdropField } from './backdrop-field.tsx'
import classes from './cutout.module.css'
import { drawCutout, findSubject } from './draw-cutout.ts'
import { removeBackgroundTool } from './tool.ts'

const NONE: Backdrop = { kind: 'none' }

/** A cut-out beside the whole image, and what is put behind it: that is drawn here and costs nothing. */
export function CutoutResult({
  job,
  image,
  onDetails,
}: {
  job: Job
  image: PredictionImage
  onDetails: (image: PredictionImage) => void
}) {
  const before = useSourcePicture(inputOf(job), true).picture ?? null
  const [backdrop, setBackdrop] = useState<Backdrop>(NONE)
  const [shadow, setShadow] = useState(false)
  const [cropped, setCropped] = useState(false)
  const subject = useQuery({
    queryKey: queryKeys.subject(image.id),
    queryFn: () => findSubject(image),
    enabled: cropped,
    staleTime: Infinity,
  })
  const crop = cropped ? (subject.data ?? WHOLE) : WHOLE
  const download = useMutation({
    mutationFn: () => drawCutout(image, { backdrop, shadow, crop }),
    onSuccess: (file) => save(file, 'cut-out.png'),
  })
  const changed = backdrop.kind !== 'none' || shadow || cropped
  const css = cssOf(backdrop)
  return (
    <>
      <CompareSlider
        before={before}
        after={image}
        alt={image.alt || 'The subject without its background'}
        crop={crop}
        backdrop={
          <div
            className={compare.checkerboard}
            style={css === undefined ? undefined : { background: css }}
          />
        }
        afterStyle={
          shadow
            ? {
                // In shares of the shown height, as the file has it.
                filter: `drop-shadow(0 calc(${SHADOW.down} * var(--stage-room, 60dvh)) calc(${SHADOW.blur / 2} * var(--stage-room, 60dvh)) ${SHADOW.color})`,
              }
            : undefined
        }
      />
      <div className={classes.controls}>
        <BackdropField backdrop={backdrop} onChange={setBackdrop} />
        <Switch
          label="Shadow"
          checked={shadow}
          onChange={({ currentTarget }) => setShadow(currentTarget.checked)}
        />
        <Switch
          label="Crop to the subject"
          checked={cropped}
          onChange={({ currentTarget }) => setCropped(currentTarget.checked)}
        />
      </div>
      <ResultBar
        tool={removeBackgroundTool}
        image={image}
        {...(changed && { onDownload: () => download.mutate() })}
        onDetails={onDetails}
      />
    </>
  )
}

/** Hands a file to the browser's downloads. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
