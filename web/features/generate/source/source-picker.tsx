import { Button, Group, Modal, Skeleton, Tabs, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { nameImage } from '#web/lib/name-image.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered, useUncoverLabel } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
import { type GridLayout, ImageGrid } from '#web/features/gallery/components/image-grid.tsx'
import type { TileOf } from '#web/features/gallery/lib/tile-of.ts'
import { UploadLibrary } from '#web/features/gallery/components/upload-library.tsx'
import type { SourcePicture } from '../api/use-source-picture.ts'
import { useTexts } from './texts.ts'
import classes from './source.module.css'

const SIZES = '160px'

type Choose = (id: string, picture: SourcePicture) => void

/**
 * Picks a picture: one that was made here or one that was uploaded.
 * @param props.verb what choosing does, as in "Start from"
 */
export function SourcePicker({
  verb,
  several,
  chosen,
  onChoose,
  onClose,
}: {
  verb: string
  /** Over the images: whether several are chosen, and how many are. */
  several?: ReactNode
  /** Ids of several that are chosen; left out where one is. */
  chosen?: ReadonlySet<string> | undefined
  onChoose: Choose
  onClose: () => void
}) {
  const t = useTexts()
  return (
    // Built from its parts: the whole dialog would bring a second page header.
    <Modal.Root opened onClose={onClose} size="xl">
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Group justify="space-between" px="md" pt="xs">
          <Modal.Title>{t('sourcePicker.title')}</Modal.Title>
          <Modal.CloseButton size={44} iconSize={20} aria-label={t('sourcePicker.close')} />
        </Group>
        <Modal.Body>
          {several}
          <Tabs defaultValue="made" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="made">{t('sourcePicker.made')}</Tabs.Tab>
              <Tabs.Tab value="uploaded">{t('sourcePicker.uploaded')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="made">
              <Made verb={verb} chosen={chosen} onChoose={onChoose} />
            </Tabs.Panel>
            <Tabs.Panel value="uploaded">
              <UploadLibrary verb={verb} chosen={chosen} onChoose={onChoose} />
            </Tabs.Panel>
          </Tabs>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function MadeChoice({
  image,
  verb,
  chosen,
  onChoose,
}: {
  image: PredictionImage
  verb: string
  chosen: boolean | undefined
  onChoose: Choose
}) {
  const t = useTexts()
  const uncoverLabel = useUncoverLabel()
  const { covered, reveal } = useCover(image)
  return (
    <UnstyledButton
      className={classes.choice}
      aria-pressed={chosen}
      aria-label={
        covered
          ? uncoverLabel
          : t('sourcePicker.choose', { verb, image: nameImage(image, null).label })
      }
      onClick={() => (covered ? reveal() : onChoose(image.id, { ...image, expires_at: null }))}
    >
      <Covered covered={covered}>
        <Picture image={{ ...image, alt: nameImage(image, null).alt }} sizes={SIZES} />
      </Covered>
    </UnstyledButton>
  )
}

const LAYOUT: GridLayout = { kind: 'squares', least: 112, below: 0 }

function Made({
  verb,
  chosen,
  onChoose,
}: {
  verb: string
  chosen: ReadonlySet<string> | undefined
  onChoose: Choose
}) {
  const t = useTexts()
  const list = useHistory(true)
  const tile: TileOf<PredictionImage> = useCallback(
    (image) => (
      <MadeChoice image={image} verb={verb} chosen={chosen?.has(image.id)} onChoose={onChoose} />
    ),
    [verb, chosen, onChoose],
  )
  return (
    <>
      {list.isError && (
        <Text size="sm">
          {t.rich('sourcePicker.failed', {
            retry: <Button variant="subtle" size="compact-sm" onClick={list.retry} />,
          })}
        </Text>
      )}
      {list.cells.length === 0 && !list.isPending && !list.isError && (
        <Text size="sm" c="dimmed" py="xl" ta="center">
          {t('sourcePicker.empty')}
        </Text>
      )}
      <ImageGrid list={list} label={t('sourcePicker.list')} layout={LAYOUT} tile={tile} />
      {list.isPending && (
        <div className={classes.grid}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} h={112} />
          ))}
        </div>
      )}
    </>
  )
}
