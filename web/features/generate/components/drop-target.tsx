import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { UPLOAD_TYPES } from '#contract/values/uploaded-images.ts'
import classes from './drop-target.module.css'

/** Over the whole page while images are dragged over it. */
export function DropTarget({
  text,
  multiple,
  onFiles,
}: {
  text: string
  multiple: boolean
  onFiles: (files: readonly File[]) => void
}) {
  return (
    <div className={classes.screen}>
      <Dropzone
        className={classes.drop}
        activateOnClick={false}
        activateOnKeyboard={false}
        accept={[...UPLOAD_TYPES]}
        multiple={multiple}
        onDrop={onFiles}
        // The server says what is wrong with a file; here it would only be passed over.
        onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
        inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      >
        <Text size="xl" fw={900} ta="center" mt="40vh">
          {text}
        </Text>
      </Dropzone>
    </div>
  )
}
