/** One side of a comparison. */
export interface Side {
  url: string
  width: number
  height: number
}

/** Part of the after image that is shown, as shares of its sides. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

export const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 }
