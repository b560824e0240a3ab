/** Cells across and down. */
export interface Grid {
  width: number
  height: number
}

/** How sure it is for each cell of a grid that it is foreground. */
export interface ForegroundMap extends Grid {
  /** 0 to 1, row by row. */
  values: Float32Array
}
