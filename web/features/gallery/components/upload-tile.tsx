import { ActionIcon, Button, Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import type { UploadedImage } from '#contract/uploaded-images.ts'
import { formatDay } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useRemoveUpload } from '../api/use-uploads.ts'
import { useTexts } from '../texts.ts'
import classes from './uploads.module.css'

const SIZES = '160px'

/** One upload: to choose, to delete, and until when it is there. */
export function UploadTile({
  image,
  name,
  verb,
  chosen,
  onChoose,
}: {
  image: UploadedImage
  name: string
  verb: string
  /** Whether it is one of several that are chosen; undefined where one is. */
  chosen?: boolean | undefined
  onChoose: (id: string, image: UploadedImage) => void
}) {
  const t = useTexts()
  return (
    <div className={classes.cell}>
      <UnstyledButton
        className={classes.choice}
        aria-pressed={chosen}
        aria-label={`${verb} ${name}`}
        onClick={() => onChoose(image.id, image)}
      >
        <Picture image={{ ...image, alt: '' }} sizes={SIZES} />
      </UnstyledButton>
      <DeleteUpload id={image.id} name={name} />
      <div className={classes.expires}>
        {t('uploadTile.until', { day: formatDay(image.expires_at) })}
      </div>
    </div>
  )
}

/** Asks first: what is deleted here is gone with all its copies. */
function DeleteUpload({ id, name }: { id: string; name: string }) {
  const t = useTexts()
  const [asked, { toggle, close }] = useDisclosure(false)
  const remove = useRemoveUpload()
  return (
    <Popover opened={asked} onChange={close} onDismiss={close} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          className={classes.remove}
          aria-label={t('uploadTile.delete', { image: name })}
          loading={remove.isPending}
          onClick={toggle}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('uploadTile.delete', { image: name })}>
        <Text size="sm" mb="xs">
          {t('uploadTile.final')}
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
          {t('uploadTile.confirm')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
