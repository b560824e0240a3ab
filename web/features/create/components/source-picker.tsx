import { Button, Center, Group, Modal, Skeleton, Tabs, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered, UNCOVER_LABEL } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
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

interface Pages {
  isPending: boolean
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

/** A grid that says when it is empty, loading or broken, and grows by a button. */
function Choices({
  pages,
  count,
  empty,
  children,
}: {
  pages: Pages
  count: number
  empty: string
  children: ReactNode
}) {
  return (
    <>
      {pages.isError && (
        <Text size="sm">
          Your images could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void pages.refetch()}>
            Try again
          </Button>
        </Text>
      )}
      {count === 0 && !pages.isPending && !pages.isError && (
        <Text size="sm" c="dimmed" py="xl" ta="center">
          {empty}
        </Text>
      )}
      <div className={classes.grid}>
        {children}
        {pages.isPending &&
          Array.from({ length: 8 }, (_, index) => <Skeleton key={index} h={112} />)}
      </div>
      {pages.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      )}
    </>
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
  const { covered, reveal } = useCover(image)
  return (
    <UnstyledButton
      className={classes.choice}
      aria-label={covered ? UNCOVER_LABEL : `${verb}: ${image.alt || (image.prompt ?? 'picture')}`}
      onClick={() => (covered ? reveal() : onChoose(image.id))}
    >
      <Covered covered={covered}>
        <Picture image={image} sizes={SIZES} />
      </Covered>
    </UnstyledButton>
  )
}

function Made({ verb, onChoose }: { verb: string; onChoose: (id: string) => void }) {
  const history = useHistory(true)
  const images = history.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <Choices pages={history} count={images.length} empty="Images that you make will be here.">
      {images.map((image) => (
        <MadeChoice key={image.id} image={image} verb={verb} onChoose={onChoose} />
      ))}
    </Choices>
  )
}
