import { Loader, Text, UnstyledButton } from '@mantine/core'
import { IconPhotoPlus, IconPhotoSearch } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { UPLOAD_LIMITS, UPLOAD_TYPES } from '#contract/values/uploaded-images.ts'
import classes from './picture-drop.module.css'
import { useTexts } from './texts.ts'
import { SmallButton } from '#web/ui/small-button.tsx'

/** How large a file may be. */
export const UPLOAD_MEGABYTES = UPLOAD_LIMITS.bytes / 1024 / 1024

const TYPES: ReadonlySet<string> = new Set(UPLOAD_TYPES)

const areImages = ({ dataTransfer: { items } }: DragEvent): boolean =>
  [...items].every(({ type }) => TYPES.has(type))

/** The field of a panel into which one picture is dropped, or chosen from the device. */
export function PictureDrop({
  label,
  multiple = false,
  signedIn,
  uploading,
  hint,
  onFiles,
}: {
  label?: string
  multiple?: boolean
  signedIn: boolean
  uploading: boolean
  hint: string
  onFiles: (files: readonly File[]) => void
}) {
  const t = useTexts()
  const name = label ?? t('pictureDrop.label')
  const disabled = !signedIn || uploading
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<'images' | 'others' | null>(null)
  return (
    <>
      <UnstyledButton
        className={classes.drop}
        aria-label={name}
        disabled={disabled}
        data-dragged={(!disabled && dragged) || undefined}
        onClick={() => input.current?.click()}
        onDragEnter={(event) => setDragged(areImages(event) ? 'images' : 'others')}
        onDragLeave={() => setDragged(null)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          setDragged(null)
          if (disabled) return
          event.preventDefault()
          // The server says what is wrong with a file; here it would only be passed over.
          onFiles([...event.dataTransfer.files])
        }}
      >
        <span className={classes.text}>
          {uploading ? <Loader size={24} /> : <IconPhotoPlus size={24} stroke={1.5} />}
          <Text span size="sm" fw={700}>
            {uploading ? t('pictureDrop.uploading') : t('pictureDrop.drop')}
          </Text>
          <Text span size="xs" c="dimmed" className={classes.hint}>
            {hint}
          </Text>
        </span>
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD_TYPES.join()}
        multiple={multiple}
        disabled={disabled}
        aria-label={name}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen once more.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The way to the images that somebody has already. */
export function PickButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <SmallButton leftSection={<IconPhotoSearch size={18} />} onClick={onClick}>
      {label}
    </SmallButton>
  )
}
