import { Button, Group, Modal, Skeleton, Tabs, Text, UnstyledButton } from '@mantine/core'
import { useCallback } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { nameImage } from '#web/lib/name-image.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered, useUncoverLabel } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
import { type GridLayout, ImageGrid } from '#web/features/gallery/components/image-grid.tsx'
import type { TileOf } from '#web/features/gallery/lib/tile-of.ts'
import { UploadLibrary } from '#web/features/gallery/components/upload-library.tsx'
import classes from './source.module.css'

const SIZES = '160px'

/**
 * Picks a picture: one that was made here or one that was uploaded.
 * @param props.verb what choosing does, as in "Start from"
 */
export function SourcePicker({
  verb,
  onChoose,
  onClose,
}: {
  verb: string
  onChoose: (id: string) => void
  onClose: () => void
}) {
  return (
    // Built from its parts: the whole dialog would bring a second page header.
    <Modal.Root opened onClose={onClose} size="xl">
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Group justify="space-between" px="md" pt="xs">
          <Modal.Title>Your images</Modal.Title>
          <Modal.CloseButton size={44} iconSize={20} aria-label="Close" />
        </Group>
        <Modal.Body>
          <Tabs defaultValue="made" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="made">Made here</Tabs.Tab>
              <Tabs.Tab value="uploaded">Uploaded</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="made">
              <Made verb={verb} onChoose={onChoose} />
            </Tabs.Panel>
            <Tabs.Panel value="uploaded">
              <UploadLibrary verb={verb} onChoose={onChoose} />
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
  onChoose,
}: {
  image: PredictionImage
  verb: string
  onChoose: (id: string) => void
}) {
  const uncoverLabel = useUncoverLabel()
  const { covered, reveal } = useCover(image)
  return (
    <UnstyledButton
      className={classes.choice}
      aria-label={covered ? uncoverLabel : `${verb}: ${nameImage(image, null).label}`}
      onClick={() => (covered ? reveal() : onChoose(image.id))}
    >
      <Covered covered={covered}>
        <Picture image={{ ...image, alt: nameImage(image, null).alt }} sizes={SIZES} />
      </Covered>
    </UnstyledButton>
  )
}

const LAYOUT: GridLayout = { kind: 'squares', least: 112, below: 0 }

function Made({ verb, onChoose }: { verb: string; onChoose: (id: string) => void }) {
  const list = useHistory(true)
  const tile: TileOf<PredictionImage> = useCallback(
    (image) => <MadeChoice image={image} verb={verb} onChoose={onChoose} />,
    [verb, onChoose],
  )
  return (
    <>
      {list.isError && (
        <Text size="sm">
          Your images could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={list.retry}>
            Try again
          </Button>
        </Text>
      )}
      {list.cells.length === 0 && !list.isPending && !list.isError && (
        <Text size="sm" c="dimmed" py="xl" ta="center">
          Images that you make will be here.
        </Text>
      )}
      <ImageGrid list={list} label="Images made here" layout={LAYOUT} tile={tile} />
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
