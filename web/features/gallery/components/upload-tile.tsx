import { ActionIcon, Button, Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import type { UploadedImage } from '#contract/uploaded-images.ts'
import { formatDay } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useRemoveUpload } from '../api/use-uploads.ts'
import classes from './uploads.module.css'

const SIZES = '160px'

/** One upload: to choose, to delete, and until when it is there. */
export function UploadTile({
  image,
  name,
  verb,
  onChoose,
}: {
  image: UploadedImage
  name: string
  verb: string
  onChoose: (id: string) => void
}) {
  return (
    <div className={classes.cell}>
      <UnstyledButton
        className={classes.choice}
        aria-label={`${verb} ${name}`}
        onClick={() => onChoose(image.id)}
      >
        <Picture image={{ ...image, alt: '' }} sizes={SIZES} />
      </UnstyledButton>
      <DeleteUpload id={image.id} name={name} />
      <div className={classes.expires}>until {formatDay(image.expires_at)}</div>
    </div>
  )
}

/** Asks first: what is deleted here is gone with all its copies. */
function DeleteUpload({ id, name }: { id: string; name: string }) {
  const [asked, { toggle, close }] = useDisclosure(false)
  const remove = useRemoveUpload()
  return (
    <Popover opened={asked} onChange={close} onDismiss={close} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          className={classes.remove}
          aria-label={`Delete ${name}`}
          loading={remove.isPending}
          onClick={toggle}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Delete ${name}`}>
        <Text size="sm" mb="xs">
          It cannot be brought back.
        </Text>
        <Button
          color="red"
          variant="light"
          size="compact-md"
          onClick={() => {
            close()
            remove.mutate(id)
          }}
        >
          Delete for good
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
