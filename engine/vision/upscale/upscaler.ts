import type { OnnxSession } from '../../onnx/onnx-session.ts'

/** A network that enlarges, and how it is to be used. */
export interface UpscalerNetwork {
  session: OnnxSession
  factor: 2 | 3 | 4
  /** The colour white in its input and output: 1 or 255. */
  white: 1 | 255
  /** Greatest edge of a tile in pixels of its input, which the memory of a run grows with. */
  tile: number
  /** Its input's edges must be multiples of this; default 1. */
  multiple?: number
  /** On how many pixels to each side of its input one pixel of the output depends, as far as can be seen. */
  reach: number
  /**
   * How much of what it draws is kept, 0 to 1, when the result is made to agree with the picture (`holdToPicture`).
   * Null: it redraws, and what it draws stays.
   */
  own: number | null
  /** Enlarges by four and gives the middle columns and rows of each pixel the same colour (`spreadTwins`). */
  hasTwins?: boolean
}
