import { Loader, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPhotoPlus } from '@tabler/icons-react'
import { UPLOAD_TYPES } from '#contract/uploaded-images.ts'
import classes from './source.module.css'
import { useTexts } from '../texts.ts'

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
  return (
    <Dropzone
      className={classes.drop}
      accept={[...UPLOAD_TYPES]}
      multiple={multiple}
      disabled={!signedIn || uploading}
      onDrop={onFiles}
      // The server says what is wrong with a file; here it would only be passed over.
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      p="sm"
      inputProps={{ 'aria-label': name }}
      aria-label={name}
    >
      <span className={classes.dropText}>
        {uploading ? <Loader size={24} /> : <IconPhotoPlus size={24} stroke={1.5} />}
        <Text span size="sm" fw={700}>
          {uploading ? t('pictureDrop.uploading') : t('pictureDrop.drop')}
        </Text>
        <Text span size="xs" c="dimmed" className={classes.dropHint}>
          {hint}
        </Text>
      </span>
    </Dropzone>
  )
}
