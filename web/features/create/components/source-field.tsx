import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush, IconPhotoSearch, IconX } from '@tabler/icons-react'
import { UPLOAD_LIMITS } from '#contract/uploaded-images.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { formatDay } from '#web/lib/format.ts'
import { type SourcePicture, useSourcePicture } from '../api/use-source-picture.ts'
import { canKeepPixels, CHOOSE_SOURCE } from '../lib/source.ts'
import { useSource } from '../lib/source-store.ts'
import { useUploadOfPage } from '../lib/use-source-upload.ts'
import type { FieldProblems } from '../lib/use-order.ts'
import { PictureDrop } from './picture-drop.tsx'
import { SourceFrame } from './source-frame.tsx'
import classes from './source.module.css'

const loadPicker = () => import('./source-picker.tsx').then(({ SourcePicker }) => SourcePicker)
const loadEditor = () => import('./mask-editor.tsx').then(({ MaskEditor }) => MaskEditor)

const MEGABYTES = UPLOAD_LIMITS.bytes / 1024 / 1024

/** The picture to start from: dropped, uploaded, or picked from those that are there. */
export function SourceField({
  problems,
  signedIn,
}: {
  problems: FieldProblems
  signedIn: boolean
}) {
  const { source, choose } = useSource()
  const { picture, failed, retry } = useSourcePicture(source.imageId, signedIn)
  const [picking, picker] = useDisclosure(false)
  const { upload, send } = useUploadOfPage()
  const [painting, editor] = useDisclosure(false)
  const wrong = upload.isError ? messageOf(upload.error) : (problems['image'] ?? problems['type'])
  const scaledTo = upload.data?.picture.id === source.imageId ? upload.data?.scaledTo : null
  const gone = source.imageId !== null && picture === null
  return (
    <section className={classes.field} aria-label="Image to start from">
      {source.imageId !== null && picture === undefined && !failed && signedIn && (
        <Skeleton h="var(--frame-height)" />
      )}
      {failed && (
        <Text size="sm">
          The image could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Try again
          </Button>
        </Text>
      )}
      {picture && (
        <Chosen
          picture={picture}
          scaledTo={scaledTo ?? null}
          onChange={picker.open}
          onRemove={() => choose(null)}
          onPaint={editor.open}
        />
      )}
      {(source.imageId === null || gone || !signedIn) && (
        <>
          {gone && <Text size="sm">That image is not there any more. Choose another one.</Text>}
          <PictureDrop
            signedIn={signedIn}
            uploading={upload.isPending}
            hint={
              signedIn
                ? `JPEG, PNG, WebP, HEIC or GIF, up to ${MEGABYTES} MB. Only you see it; place and camera data are removed.`
                : 'Log in to start from an image of yours.'
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
                From your images
              </Button>
            </div>
          )}
        </>
      )}
      {wrong !== undefined && (
        <Text size="sm" c={wrong === CHOOSE_SOURCE ? undefined : 'red'} role="alert">
          {wrong}
        </Text>
      )}
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: 'Start from',
            onClose: picker.close,
            onChoose: (id: string) => {
              upload.reset()
              choose(id)
              picker.close()
            },
          }}
        />
      )}
      {painting && picture && (
        <Deferred load={loadEditor} props={{ picture, onClose: editor.close }} />
      )}
    </section>
  )
}

function Chosen({
  picture,
  scaledTo,
  onChange,
  onRemove,
  onPaint,
}: {
  picture: SourcePicture
  /** Set when it was made smaller on its way. */
  scaledTo: { width: number; height: number } | null
  onChange: () => void
  onRemove: () => void
  onPaint: () => void
}) {
  const { source } = useSource()
  const mask = useSourcePicture(source.maskId, true).picture
  return (
    <div className={classes.chosen}>
      <SourceFrame picture={picture} padding={source.padding} maskUrl={mask?.url ?? null} />
      <Text size="xs" c="dimmed" className={`${classes.numbers} ${classes.dropHint}`}>
        {picture.width} x {picture.height} px
        {scaledTo !== null && ', scaled down to the most that can be made'}
        {picture.expires_at !== null && `, deleted on ${formatDay(picture.expires_at)}`}
      </Text>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBrush size={18} />}
          disabled={!canKeepPixels(picture)}
          onClick={onPaint}
        >
          {source.maskId === null ? 'Paint a mask' : 'Edit the mask'}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onChange}>
          Change
        </Button>
        <Tooltip label="Remove">
          <ActionIcon
            variant="default"
            size={32}
            aria-label="Remove the image to start from"
            onClick={onRemove}
          >
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
