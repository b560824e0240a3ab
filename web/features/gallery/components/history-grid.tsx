import { Button, Center, Skeleton, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { memo, useEffect } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { tileRatio } from '../lib/tile-grid.ts'
import { PictureTile } from './picture-tile.tsx'
import classes from './gallery.module.css'

/** Height of a row that `.rows` aims at, pixels. */
const ROW = 190

/** Own pictures in justified rows, newest first; more come as the end comes near. */
export const HistoryGrid = memo(function HistoryGrid({
  images,
  loading,
  failed,
  more,
  onMore,
  onRetry,
  onOpen,
}: {
  images: readonly PredictionImage[]
  loading: boolean
  failed: boolean
  more: boolean
  onMore: () => void
  onRetry: () => void
  onOpen: (image: PredictionImage) => void
}) {
  const { ref, entry } = useIntersection()
  const near = entry?.isIntersecting === true
  useEffect(() => {
    if (near && more && !loading && !failed) onMore()
  }, [near, more, loading, failed, onMore])
  return (
    <>
      <div className={classes.rows}>
        {images.map((image) => (
          <PictureTile
            key={image.id}
            image={image}
            label={`Open image: ${image.alt || image.prompt}`}
            sizes={`${Math.round((ROW * image.width) / image.height)}px`}
            className={classes.cell}
            style={{ '--ratio': tileRatio(image) }}
            onOpen={onOpen}
          />
        ))}
        {loading &&
          Array.from({ length: 8 }, (_, index) => (
            <div key={index} className={`${classes.tile} ${classes.cell}`} style={{ '--ratio': 1 }}>
              <Skeleton height="100%" />
            </div>
          ))}
        <span className={classes.rowsEnd} aria-hidden />
      </div>
      {failed && (
        <Center py="md">
          <Text size="sm" c="dimmed" mr="sm">
            Your images could not be loaded.
          </Text>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Try again
          </Button>
        </Center>
      )}
      <div ref={ref} className={classes.end} />
    </>
  )
})
