/** Image that a request of type ITI starts from. */
export interface ImageSource {
  /**
   * Encoded file (PNG, JPEG, WebP). Its orientation tag is followed; what is transparent lies on white. It is
   * scaled to cover the output size and cropped in the middle; not so with a mask or with padding.
   */
  image: Uint8Array
  /**
   * 0 to 1, how far the result may leave the picture: of all steps, the last `floor(steps * strength)` are
   * made (at least one). 0 gives the picture back.
   */
  strength: number
  /** Repaints a part of the picture and leaves every pixel outside as it is. */
  mask?: ImageMask
  /** Adds pixels around the picture, which keeps its own; at least one of them above 0. */
  padding?: ImagePadding
}

export interface ImageMask {
  /** Encoded file of the picture's size; what is lighter than middle grey is repainted. */
  image: Uint8Array
  /** Width in pixels of the blend around what is repainted, 0-64. Beyond it the result is equal to the source. */
  feather: number
}

/** Pixels to add on each side. */
export interface ImagePadding {
  left: number
  top: number
  right: number
  bottom: number
}
