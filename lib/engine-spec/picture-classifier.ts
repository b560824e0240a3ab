/** How sure a classifier is that a picture is of a kind, each 0 to 1. */
export interface PictureScores {
  drawing: number
  hentai: number
  neutral: number
  porn: number
  sexy: number
}

/** Looks at pictures, of whatever engine. */
export interface PictureClassifier {
  /**
   * @param picture encoded file (PNG, JPEG, WebP)
   * @throws EngineError `model_broken`, `engine_failed`
   */
  classify(picture: Uint8Array): Promise<PictureScores>
}
