/** What a checkpoint does not say about itself. */
export interface ImportOptions {
  /** Also the name of the new folder. */
  id: string
  prediction: 'epsilon' | 'v_prediction'
  /** Attention heads of the U-Net: 8 in Stable Diffusion 1.5. */
  heads: number
  /** Attention heads of the text encoder; null: one to 64 channels, as CLIP has. */
  textHeads: number | null
  /** Channels are normalised in so many groups: 32 in Stable Diffusion 1.5. */
  groups: number
}
