import { Loader, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPhotoPlus } from '@tabler/icons-react'
import { UPLOAD_TYPES } from '#contract/uploaded-images.ts'
import classes from './source.module.css'

/** The field of a panel into which one picture is dropped, or chosen from the device. */
export function PictureDrop({
  label = 'Upload an image',
  signedIn,
  uploading,
  hint,
  onFiles,
}: {
  label?: string
  signedIn: boolean
  uploading: boolean
  hint: string
  onFiles: (files: readonly File[]) => void
}) {
  return (
    <Dropzone
      className={classes.drop}
      accept={[...UPLOAD_TYPES]}
      multiple={false}
      disabled={!signedIn || uploading}
      onDrop={onFiles}
      // The server says what is wrong with a file; here it would only be passed over.
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      p="sm"
      inputProps={{ 'aria-label': label }}
      aria-label={label}
    >
      <span className={classes.dropText}>
        {uploading ? <Loader size={24} /> : <IconPhotoPlus size={24} stroke={1.5} />}
        <Text span size="sm" fw={700}>
          {uploading ? 'Uploading' : 'Drop, paste or choose an image'}
        </Text>
        <Text span size="xs" c="dimmed" className={classes.dropHint}>
          {hint}
        </Text>
      </span>
    </Dropzone>
  )
}
