import { Button, Center, Skeleton, Text } from '@mantine/core'
import { memo, useCallback } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import type { ImageList } from '../api/use-image-pages.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { type GridLayout, ImageGrid } from './image-grid.tsx'
import { PictureTile } from './picture-tile.tsx'
import classes from './gallery.module.css'

const LAYOUT: GridLayout = { kind: 'rows', height: 190, phoneHeight: 150 }

const captionOf = (image: PredictionImage): string => image.prompt ?? image.alt

/** Own images by day and job, newest first; what it holds of them follows the place that is looked at. */
export const HistoryGrid = memo(function HistoryGrid({
  list,
  hidden,
  followed,
  onOpen,
}: {
  list: ImageList<PredictionImage>
  hidden: ReadonlySet<string>
  followed: string | null
  onOpen: (image: PredictionImage) => void
}) {
  const tile: TileOf<PredictionImage> = useCallback(
    (image, _, sizes) => <PictureTile image={image} of={null} sizes={sizes} onOpen={onOpen} />,
    [onOpen],
  )
  return (
    <>
      <ImageGrid
        list={list}
        hidden={hidden}
        label="History"
        layout={LAYOUT}
        tile={tile}
        caption={captionOf}
        followed={followed}
      />
      {(list.isPending || list.isLoadingMore) && <WaitingTiles rows={list.isPending ? 3 : 1} />}
      {list.isError && (
        <Center py="md">
          <Text size="sm" c="dimmed" mr="sm">
            Your images could not be loaded.
          </Text>
          <Button variant="default" size="compact-sm" onClick={list.retry}>
            Try again
          </Button>
        </Center>
      )}
    </>
  )
})

/** Rows in the shape of those to come. */
function WaitingTiles({ rows }: { rows: number }) {
  return (
    <div className={classes.waiting} aria-hidden>
      {Array.from({ length: rows * 4 }, (_, index) => (
        <Skeleton key={index} className={classes.waitingTile} />
      ))}
    </div>
  )
}
