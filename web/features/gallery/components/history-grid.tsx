import { Center, Text } from '@mantine/core'
import { memo, useCallback } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import type { ImageList } from '../api/use-image-pages.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { useTexts } from '../texts.ts'
import { type GridLayout, ImageGrid } from './image-grid.tsx'
import { PictureTile } from './picture-tile.tsx'
import { WaitingTiles } from './waiting-tiles.tsx'

const LAYOUT: GridLayout = { kind: 'rows', height: 190, phoneHeight: 150 }

const captionOf = (image: PredictionImage): string => image.prompt ?? image.alt

/** Own images by day and job, newest first; what it holds of them follows the place that is looked at. */
export const HistoryGrid = memo(function HistoryGrid({
  list,
  hidden,
  followed,
  onOpen,
  tile: givenTile,
}: {
  list: ImageList<PredictionImage>
  hidden: ReadonlySet<string>
  followed: string | null
  onOpen: (image: PredictionImage) => void
  /** Instead of a tile that opens. */
  tile?: TileOf<PredictionImage>
}) {
  const t = useTexts()
  const openingTile: TileOf<PredictionImage> = useCallback(
    (image, _, sizes) => <PictureTile image={image} of={null} sizes={sizes} onOpen={onOpen} />,
    [onOpen],
  )
  return (
    <>
      <ImageGrid
        list={list}
        hidden={hidden}
        label={t('historyGrid.label')}
        layout={LAYOUT}
        tile={givenTile ?? openingTile}
        caption={captionOf}
        followed={followed}
      />
      {(list.isPending || list.isLoadingMore) && <WaitingTiles rows={list.isPending ? 3 : 1} />}
      {list.isError && (
        <Center py="md">
          <Text size="sm" c="dimmed" me="sm">
            {t('historyGrid.failed')}
          </Text>
          <SmallButton onClick={list.retry}>{t('historyGrid.tryAgain')}</SmallButton>
        </Center>
      )}
    </>
  )
})
