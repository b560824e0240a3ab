import { Button, Loader, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { OUTPUT_SIZES } from '#contract/jobs/output-sizes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { CompareSlider } from '#web/features/tool-page/frame/compare-slider.tsx'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { WHOLE } from '#web/features/tool-page/frame/comparison.ts'
import compare from '#web/ui/compare.module.css'
import { inputOf } from '#web/features/tool-page/frame/input-of.ts'
import { ResultBar } from '#web/features/gallery/results/result-bar.tsx'
import { cssOf, SHADOW } from '#web/features/tool-page/backdrop/backdrop.ts'
import { BackdropField } from '#web/features/tool-page/backdrop/backdrop-field.tsx'
import { behindOf, type Choice, FIRST_CHOICE } from './choice.ts'
import classes from './cutout.module.css'
import { drawCutout, findSubject } from './draw-cutout.ts'
import { frameAround } from './frame-around.ts'
import { SizeField } from './size-field.tsx'
import { removeBackgroundTool } from './tool.ts'
import { keepTouchUp, type TouchUp, useTouchUp } from './touch-up/touch-up-store.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'

const loadEditor = () =>
  import('./touch-up/touch-up-editor.tsx').then(({ TouchUpEditor }) => TouchUpEditor)

/** Options of a job that leave more, or less, in its result than the subject on nothing. */
const LAID_OUT = ['color', 'gradient', 'background_image', 'shadow', 'crop', 'output_size']

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
  const isLaidOut = LAID_OUT.some((option) => option in job.parameters)
  const [choice, change] = useLayout(isLaidOut)
  const { shadow, crop: isCropped, size } = choice
  const backdrop = behindOf(choice)
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
    enabled: isCropped || size !== null,
    staleTime: Infinity,
  })
  const found = subject.data
  const crop = !found
    ? WHOLE
    : size !== null
      ? frameAround(found.bare, cutout, OUTPUT_SIZES[size])
      : isCropped
        ? found.withRoom
        : WHOLE
  const download = useMutation({
    mutationFn: () =>
      drawCutout(cutout, {
        backdrop,
        shadow,
        crop,
        size: size && found ? OUTPUT_SIZES[size] : null,
      }),
    onSuccess: (file) => saveFile(file, t('cutout.fileName')),
  })
  const changed =
    touched !== null || backdrop.kind !== 'none' || shadow || isCropped || size !== null
  const original =
    before?.width === image.width && before.height === image.height && !isLaidOut ? before : null
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
      <ResultBar
        without={removeBackgroundTool.key}
        image={image}
        {...(changed && { onDownload: () => download.mutate() })}
        onDetails={onDetails}
      />
      <div className={classes.controls}>
        <BackdropField backdrop={backdrop} onChange={(next) => change({ backdrop: next })} />
        <SizeField size={size} onChange={(next) => change({ size: next })} />
        <Switch
          label={t('cutout.shadow')}
          checked={shadow}
          onChange={({ currentTarget }) => change({ shadow: currentTarget.checked })}
        />
        {size === null && (
          <Switch
            label={t('cutout.crop')}
            checked={isCropped}
            onChange={({ currentTarget }) => change({ crop: currentTarget.checked })}
          />
        )}
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
    </>
  )
}

/**
 * How a cut-out is laid out: kept for the next photos, for one or for several. An image that is in this browser alone is not kept, nor what is
 * chosen for a result that was laid out by its order.
 */
function useLayout(isLaidOut: boolean): [Choice, (changes: Partial<Choice>) => void] {
  const [kept, keep] = useChoice(removeBackgroundTool.key, FIRST_CHOICE)
  const [own, setOwn] = useState<Partial<Choice>>({})
  function change(changes: Partial<Choice>): void {
    const isHere = changes.backdrop?.kind === 'image' && changes.backdrop.id === undefined
    if (isLaidOut || isHere) {
      setOwn({ ...own, ...changes })
      return
    }
    const { backdrop: _backdrop, ...others } = own
    setOwn(changes.backdrop ? others : own)
    keep(changes)
  }
  return [{ ...(isLaidOut ? FIRST_CHOICE : kept), ...own }, change]
}
