import { Skeleton, Stack } from '@mantine/core'
import classes from './skeletons.module.css'

/** Fill a screen, so that nothing below moves when the lines come. */
const LINES = Array.from({ length: 10 }, (_, line) => line)
const TILES = [0, 1, 2, 3, 4, 5]

/** In the place of a list of lines while it loads. */
export function LinesSkeleton() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {LINES.map((line) => (
        <Skeleton key={line} h={64} radius="md" />
      ))}
    </Stack>
  )
}

/** In the place of a page of one thing while it loads: its title, a line about it, its images. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton h={40} maw={360} />
      <Skeleton h={20} maw={560} />
      <div className={classes.tiles}>
        {TILES.map((tile) => (
          <Skeleton key={tile} radius="lg" />
        ))}
      </div>
    </Stack>
  )
}
