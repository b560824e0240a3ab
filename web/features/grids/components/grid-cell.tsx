import { Loader, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { GridCell } from '#contract/grids.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import { isOpen } from '../api/use-grids.ts'
import { useTexts } from '../texts.ts'
import classes from './grid.module.css'

const STATES = {
  P: 'waiting',
  R: 'drawing',
  S: 'deleted',
  CD: 'canceled',
  FL: 'failed',
  B: 'failed',
} as const

/** One place of a grid: its image, or why there is none. */
export function CellContent({
  cell,
  ratio,
  isHidden,
  tabIndex,
  onOpen,
}: {
  cell: GridCell
  /** Width by height of what will be there. */
  ratio: number
  /** Its image was just deleted. */
  isHidden: boolean
  /** Of the image, if there is one. */
  tabIndex: number
  onOpen: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const { image, error, status } = cell
  if (image !== null && !isHidden) {
    return (
      <div className={classes.cell} style={{ aspectRatio: image.width / image.height }}>
        <PictureTile image={image} of={1} sizes="280px" tabIndex={tabIndex} onOpen={onOpen} />
      </div>
    )
  }
  const state = STATES[status]
  return (
    <div className={classes.cell} style={{ aspectRatio: ratio }} data-state={state}>
      {isOpen(cell) && <Loader size={20} color="gray" aria-hidden />}
      {state === 'failed' && <IconAlertTriangle size={20} aria-hidden />}
      <Text size="sm" fw={700}>
        {t(`cell.${state}`)}
      </Text>
      {error !== null && state === 'failed' && <Text size="xs">{error.message}</Text>}
    </div>
  )
}
