import { Button, Loader, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/create/api/use-source-picture.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { CompareSlider } from '#web/features/tool-page/frame/compare-slider.tsx'
import { WHOLE } from '#web/features/tool-page/frame/comparison.ts'
import compare from '#web/ui/compare.module.css'
import { inputOf } from '#web/features/tool-page/frame/input-of.ts'
import { ResultBar } from '#web/features/tool-page/frame/result-bar.tsx'
import { type Backdrop, cssOf, SHADOW } from '#web/features/tool-page/backdrop/backdrop.ts'
import { BackdropField } from '#web/features/tool-page/backdrop/backdrop-field.tsx'
import classes from './cutout.module.css'
import { drawCutout, findSubject } from './draw-cutout.ts'
import { removeBackgroundTool } from './tool.ts'
import { keepTouchUp, type TouchUp, useTouchUp } from './touch-up/touch-up-store.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'

const NONE: Backdrop = { kind: 'none' }

const loadEditor = () =>
  import('./touch-up/touch-up-editor.tsx').then(({ TouchUpEditor }) => TouchUpEditor)

/** Options of a job that leave more, or less, in its result than the subject on nothing. */
const LAID_OUT = ['color', 'gradient', 'background_image', 'shadow', 'crop']

/**
 * A cut-out beside the whole image, what is put behind it, and how it is corrected by hand: that is drawn here and costs
 * nothing.
 */
export function CutoutResult({
  job,
  image,
  onDetails,
}: {
  job: Job
  image: PredictionImage
  onDetails: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const before = useSourcePicture(inputOf(job), true).picture ?? null
  const [backdrop, setBackdrop] = useState<Backdrop>(NONE)
  const [shadow, setShadow] = useState(false)
  const [cropped, setCropped] = useState(false)
  const touched = useTouchUp(image.id)
  const [editing, editor] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  function close(): void {
    button.current?.focus()
    editor.close()
  }
  // What is seen, put on a backdrop and saved.
  const cutout = touched ?? image
  const subject = useQuery({
    queryKey: queryKeys.subject(touched?.url ?? image.id),
    queryFn: () => findSubject(cutout),
    enabled: cropped,
    staleTime: Infinity,
  })
  const crop = cropped ? (subject.data ?? WHOLE) : WHOLE
  const download = useMutation({
    mutationFn: () => drawCutout(cutout, { backdrop, shadow, crop }),
    onSuccess: (file) => saveFile(file, t('cutout.fileName')),
  })
  const changed = touched !== null || backdrop.kind !== 'none' || shadow || cropped
  const original =
    before?.width === image.width &&
    before.height === image.height &&
    !LAID_OUT.some((option) => option in job.parameters)
      ? before
      : null
  const css = cssOf(backdrop)
  return (
    <>
      <CompareSlider
        before={before}
        after={cutout}
        alt={image.alt || t('cutout.alt')}
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
          label={t('cutout.shadow')}
          checked={shadow}
          onChange={({ currentTarget }) => setShadow(currentTarget.checked)}
        />
        <Switch
          label={t('cutout.crop')}
          checked={cropped}
          onChange={({ currentTarget }) => setCropped(currentTarget.checked)}
        />
        {original && (
          <Button
            ref={button}
            variant="default"
            leftSection={editing ? <Loader size={18} /> : <IconBrush size={18} />}
            className={classes.touchUp}
            onClick={editor.open}
          >
            {t('cutout.touchUp')}
          </Button>
        )}
      </div>
      {touched && (
        <Text size="sm" c="dimmed" ta="center" mt="sm" role="status">
          {t('cutout.touchedUp')}
        </Text>
      )}
      {original && editing && (
        <Deferred
          load={loadEditor}
          props={{
            original,
            cutout: image,
            touched,
            onDone: (next: TouchUp | null) => {
              keepTouchUp(image.id, next)
              close()
            },
            onClose: close,
          }}
        />
      )}
      <ResultBar
        tool={removeBackgroundTool}
        image={image}
        {...(changed && { onDownload: () => download.mutate() })}
        onDetails={onDetails}
      />
    </>
  )
}
