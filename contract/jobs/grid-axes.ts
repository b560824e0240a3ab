import type { GridAxis } from './grid.ts'

export type AxisName = 'x' | 'y' | 'z'

/** The axes that there are, in the order of their names. */
export const axesOf = ({
  x,
  y,
  z: third,
}: {
  x: GridAxis
  y: GridAxis
  z?: GridAxis | null | undefined
}): [AxisName, GridAxis][] => [
  ['x', x],
  ['y', y],
  ...(third ? [['z', third] satisfies [AxisName, GridAxis]] : []),
]
