import { ActionIcon, Button, FileButton, Skeleton, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera, IconPhotoSearch, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { resizedImageUrl } from '#contract/resized-image.ts'
import { UPLOAD_LIMITS } from '#contract/uploaded-images.ts'
import type { SourcePicture } from '#web/features/create/api/use-source-picture.ts'
import { DropAnywhere } from '#web/features/create/components/drop-anywhere.tsx'
import { PictureDrop } from '#web/features/create/components/picture-drop.tsx'
import { formatDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import classes from './input.module.css'
import type { Input } from './use-input.ts'

const loadPicker = () =>
  import('#web/features/create/components/source-picker.tsx').then(
    ({ SourcePicker }) => SourcePicker,
  )

const MEGABYTES = UPLOAD_LIMITS.bytes / 1024 / 1024

/**
 * The image that a tool works on: dropped anywhere on the page, pasted, uploaded, taken with the camera, or picked from
 * what is there.
 * @param props.problem what the server has against it, or null
 * @param props.takesDrops whether it is the one that gets what is dropped beside the fields, and pasted
 * @param props.overlay drawn over the chosen image
 */
export function InputField({
  label,
  input,
  problem,
  takesDrops = true,
  overlay,
}: {
  /** Of one of several; the only one needs none on a phone. */
  label?: string
  input: Input
  problem: string | null
  takesDrops?: boolean
  overlay?: ReactNode
}) {
  const signedIn = useSession().me !== null
  const name = label ?? 'Image'
  const [picking, picker] = useDisclosure(false)
  const { picture } = input
  const wrong = input.problem ?? problem
  const gone = input.id !== null && picture === null
  return (
    <section
      className={classes.field}
      aria-label={name}
      data-single={label === undefined || undefined}
    >
      <Text component="h2" size="sm" fw={700} className={classes.title}>
        {name}
      </Text>
      {signedIn && input.id !== null && picture === undefined && !input.failed && (
        <Skeleton h="var(--input-height)" />
      )}
      {input.failed && (
        <Text size="sm">
          The image could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={input.retry}>
            Try again
          </Button>
        </Text>
      )}
      {signedIn && picture && (
        <Chosen
          label={name}
          picture={picture}
          overlay={overlay}
          onChange={picker.open}
          onRemove={() => input.choose(null)}
        />
      )}
      {(input.id === null || gone || !signedIn) && (
        <>
          {gone && <Text size="sm">That image is not there any more. Choose another one.</Text>}
          <PictureDrop
            label={`Upload: ${name}`}
            signedIn={signedIn}
            uploading={input.uploading}
            hint={
              signedIn
                ? `JPEG, PNG, WebP, HEIC or GIF, up to ${MEGABYTES} MB. Only you see it; place and camera data are removed.`
                : 'Log in to use an image of yours.'
            }
            onFiles={input.send}
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
              <FileButton
                accept="image/*"
                capture="environment"
                onChange={(photo) => photo && input.send([photo])}
              >
                {(props) => (
                  <Button
                    {...props}
                    className={classes.camera}
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconCamera size={18} />}
                  >
                    Take a photo
                  </Button>
                )}
              </FileButton>
            </div>
          )}
        </>
      )}
      {wrong !== null && (
        <Text size="sm" c="red" role="alert">
          {wrong}
        </Text>
      )}
      {/* A dialog over the page takes what is pasted itself. */}
      {takesDrops && !picking && (
        <DropAnywhere text="Drop the image to use it" onFiles={input.send} />
      )}
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: 'Use',
            onClose: picker.close,
            onChoose: (id: string) => {
              input.choose(id)
              picker.close()
            },
          }}
        />
      )}
    </section>
  )
}

function Chosen({
  label,
  picture,
  overlay,
  onChange,
  onRemove,
}: {
  label: string
  picture: SourcePicture
  overlay: ReactNode
  onChange: () => void
  onRemove: () => void
}) {
  const { covered, reveal } = useCover(picture)
  return (
    <div className={classes.chosen}>
      <div className={classes.place} style={{ '--ratio': picture.width / picture.height }}>
        <img
          src={resizedImageUrl({ url: picture.url, width: 640, type: 'webp' })}
          alt={`${label}, as chosen`}
          width={picture.width}
          height={picture.height}
          data-covered={covered || undefined}
        />
        {covered ? <Uncover onClick={reveal} /> : overlay}
      </div>
      <div className={classes.about}>
        <Text size="xs" c="dimmed" className="tabular">
          {picture.width} x {picture.height} px
          {picture.expires_at !== null && (
            <span className={classes.until}>, deleted on {formatDay(picture.expires_at)}</span>
          )}
        </Text>
        <div className={classes.actions}>
          <Button variant="default" size="compact-sm" onClick={onChange}>
            Change
          </Button>
          <Tooltip label="Remove">
            <ActionIcon
              variant="default"
              size={32}
              aria-label={`Remove: ${label}`}
              onClick={onRemove}
            >
              <IconX size={18} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
    </div>
  )
}
