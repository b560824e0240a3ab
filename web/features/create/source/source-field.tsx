import { ActionIcon, Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush, IconPencil, IconPhotoSearch, IconX } from '@tabler/icons-react'
import { UPLOAD_LIMITS } from '#contract/uploaded-images.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { formatDay } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { type SourcePicture, useSourcePicture } from '../api/use-source-picture.ts'
import { canKeepPixels } from '../lib/source.ts'
import { useSource } from '../lib/source-store.ts'
import { useUploadOfPage } from '../lib/use-source-upload.ts'
import type { FieldProblems } from '../lib/use-order.ts'
import { PictureDrop } from '../components/picture-drop.tsx'
import { SourceFrame } from './source-frame.tsx'
import classes from '../components/source.module.css'
import { useTexts } from './texts.ts'

const loadPicker = () =>
  import('../components/source-picker.tsx').then(({ SourcePicker }) => SourcePicker)
const loadEditor = () => import('../mask/mask-editor.tsx').then(({ MaskEditor }) => MaskEditor)

const loadSketch = () =>
  import('../sketch/sketch-editor.tsx').then(({ SketchEditor }) => SketchEditor)
const loadBlank = () => import('../sketch/blank-dialog.tsx').then(({ BlankDialog }) => BlankDialog)

const MEGABYTES = UPLOAD_LIMITS.bytes / 1024 / 1024

/** The picture to start from: dropped, uploaded, or picked from those that are there. */
export function SourceField({
  problems,
  signedIn,
}: {
  problems: FieldProblems
  signedIn: boolean
}) {
  const t = useTexts()
  const { source, choose } = useSource()
  const { picture, failed, retry } = useSourcePicture(source.imageId, signedIn)
  const sketched = useSourcePicture(source.sketchId, signedIn).picture
  const [picking, picker] = useDisclosure(false)
  const { upload, send } = useUploadOfPage()
  const [painting, editor] = useDisclosure(false)
  const [sketching, sketch] = useDisclosure(false)
  const [starting, blank] = useDisclosure(false)
  const wrong = upload.isError ? messageOf(upload.error) : (problems['image'] ?? problems['type'])
  const scaledTo = upload.data?.picture.id === source.imageId ? upload.data?.scaledTo : null
  const isAsked = source.imageId === null && !upload.isError
  const gone = source.imageId !== null && picture === null
  return (
    <section className={classes.field} aria-label={t('sourceField.label')}>
      {source.imageId !== null && picture === undefined && !failed && signedIn && (
        <Skeleton h="var(--frame-height)" />
      )}
      {failed && (
        <Text size="sm">
          {t.rich('sourceField.failed', {
            retry: <Button variant="subtle" size="compact-sm" onClick={retry} />,
          })}
        </Text>
      )}
      {picture && (
        <Chosen
          picture={picture}
          sketched={sketched}
          scaledTo={scaledTo ?? null}
          onChange={picker.open}
          onRemove={() => choose(null)}
          onSketch={sketch.open}
          onPaint={editor.open}
        />
      )}
      {(source.imageId === null || gone || !signedIn) && (
        <>
          {gone && <Text size="sm">{t('sourceField.missing')}</Text>}
          <PictureDrop
            signedIn={signedIn}
            uploading={upload.isPending}
            hint={
              signedIn ? t('sourceField.formats', { megabytes: MEGABYTES }) : t('sourceField.login')
            }
            onFiles={send}
          />
          {signedIn && (
            <div className={classes.actions}>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPhotoSearch size={18} />}
                onClick={picker.open}
              >
                {t('sourceField.pick')}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPencil size={18} />}
                onClick={blank.open}
              >
                {t('sourceField.blank')}
              </Button>
            </div>
          )}
        </>
      )}
      {wrong !== undefined && (
        // Before there is an image it is asked for, not complained about.
        <Text size="sm" c={isAsked ? undefined : 'red'} role="alert">
          {wrong}
        </Text>
      )}
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: t('sourceField.startFrom'),
            onClose: picker.close,
            onChoose: (id: string) => {
              upload.reset()
              choose(id)
              picker.close()
            },
          }}
        />
      )}
      {starting && (
        <Deferred
          load={loadBlank}
          props={{
            onClose: blank.close,
            onStart: (id: string) => {
              upload.reset()
              choose(id)
              blank.close()
              sketch.open()
            },
          }}
        />
      )}
      {sketching && picture && (source.sketchId === null || sketched !== undefined) && (
        <Deferred
          load={loadSketch}
          props={{ picture, sketched: sketched ?? null, onClose: sketch.close }}
        />
      )}
      {painting && picture && (
        <Deferred
          load={loadEditor}
          props={{
            picture: { ...picture, url: sketched?.url ?? picture.url },
            onClose: editor.close,
          }}
        />
      )}
    </section>
  )
}

function Chosen({
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
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={18} />}
          onClick={onSketch}
        >
          {source.sketchId === null ? t('sourceField.sketch') : t('sourceField.editSketch')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBrush size={18} />}
          disabled={!canKeepPixels(picture)}
          onClick={onPaint}
        >
          {source.maskId === null ? t('sourceField.paint') : t('sourceField.edit')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onChange}>
          {t('sourceField.change')}
        </Button>
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
