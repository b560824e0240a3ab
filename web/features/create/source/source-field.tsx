import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { messageOf } from '#web/lib/errors.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useUploadOfPage } from '../panel/use-source-upload.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { useWait } from '#web/features/generate/panel/use-wait.ts'
import {
  PickButton,
  PictureDrop,
  UPLOAD_MEGABYTES,
} from '#web/features/generate/panel/picture-drop.tsx'
import classes from '#web/features/generate/source/source.module.css'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'

const loadChosen = () => import('./chosen-source.tsx').then(({ ChosenSource }) => ChosenSource)
const loadPicker = () =>
  import('#web/features/generate/source/source-picker.tsx').then(({ SourcePicker }) => SourcePicker)
const loadEditor = () => import('../mask/mask-editor.tsx').then(({ MaskEditor }) => MaskEditor)
const loadSketch = () =>
  import('../sketch/sketch-editor.tsx').then(({ SketchEditor }) => SketchEditor)
const loadBlank = () => import('../sketch/blank-dialog.tsx').then(({ BlankDialog }) => BlankDialog)

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
  useWait(upload.isPending ? 'image' : null)
  const refusal = problems['image'] ?? problems['type']
  // What is on its way need not be asked for.
  const wrong = upload.isError ? messageOf(upload.error) : upload.isPending ? undefined : refusal
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
        <Deferred
          load={loadChosen}
          props={{
            picture,
            sketched,
            scaledTo: scaledTo ?? null,
            onChange: picker.open,
            onRemove: () => choose(null),
            onSketch: sketch.open,
            onPaint: editor.open,
          }}
          fallback={<Skeleton h="var(--frame-height)" />}
        />
      )}
      {(source.imageId === null || gone || !signedIn) && (
        <>
          {gone && <Text size="sm">{t('sourceField.missing')}</Text>}
          <PictureDrop
            signedIn={signedIn}
            uploading={upload.isPending}
            hint={
              signedIn
                ? t('sourceField.formats', { megabytes: UPLOAD_MEGABYTES })
                : t('sourceField.login')
            }
            onFiles={send}
          />
          {signedIn && (
            <div className={classes.actions}>
              <PickButton label={t('sourceField.pick')} onClick={picker.open} />
              <SmallButton leftSection={<IconPencil size={18} />} onClick={blank.open}>
                {t('sourceField.blank')}
              </SmallButton>
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
