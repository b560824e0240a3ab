import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { ToolNetwork } from '#contract/admin-models.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { TableState } from '#web/ui/data-table.tsx'
import { useNetworkComparison } from '../api/use-models.ts'
import classes from './networks.module.css'

/** A photo of the site for each kind of work. */
const PHOTOS: Record<ToolNetwork['slot'], string> = {
  foreground: '/tools/cat.jpg',
  inpainting: '/tools/astronaut.jpg',
  upscaling: '/tools/soft-face.jpg',
  depth: '/tools/cat.jpg',
  selection: '/tools/cat.jpg',
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function Shown({ title, image, note }: { title: string; image: string; note: string }) {
  return (
    <figure className={classes.shown}>
      <img src={`data:image/png;base64,${image}`} alt={title} />
      <figcaption>
        <Text fw={700} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </figcaption>
    </figure>
  )
}

/** The same photo by the program's own network and by one that was added, before it is switched on. */
export function NetworkComparison({
  network: { id, name, slot },
  onClose,
}: {
  network: ToolNetwork
  onClose(): void
}) {
  const comparison = useNetworkComparison(id, PHOTOS[slot])
  const { data } = comparison
  return (
    <DeferredDialog lang="en" opened onClose={onClose} title={`Compare ${name}`} size={960}>
      {data ? (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Shown title="Photo" image={data.photo} note="As it comes" />
          <Shown title="Built in" image={data.before.image} note={inSeconds(data.before.ms)} />
          <Shown title={name} image={data.after.image} note={inSeconds(data.after.ms)} />
        </SimpleGrid>
      ) : (
        <Stack>
          {!comparison.isError && (
            <Text size="sm" c="dimmed" role="status">
              Both are at work. On a processor this takes up to a minute.
            </Text>
          )}
          <TableState isError={comparison.isError} onRetry={() => void comparison.refetch()} />
        </Stack>
      )}
    </DeferredDialog>
  )
}
