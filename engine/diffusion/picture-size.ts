import type { LatentSize } from './networks.ts'

export interface PictureSize {
  width: number
  height: number
}

interface NativeSizes {
  nativeSize: number
  downscale: number
  latentMultiple: number
}

/** Cropping a tenth weighs as much as half as many cells again as the model was trained on. */
const CROP_WEIGHT = 5

/**
 * Chooses the latent size for a picture: near the area that the model was trained at and near the aspect
 * ratio asked for. What the ratios differ by is cropped, never stretched.
 */
export function planPictureSize(model: NativeSizes, asked: PictureSize): LatentSize {
  const area = (model.nativeSize / model.downscale) ** 2
  const aspect = asked.width / asked.height
  return candidates(model.latentMultiple, area)
    .map((size) => ({
      size,
      cost:
        CROP_WEIGHT * Math.abs(Math.log(size.width / size.height / aspect)) +
        Math.abs(Math.log((size.width * size.height) / area)),
    }))
    .reduce((best, next) => (next.cost < best.cost ? next : best)).size
}

/** A latent size `scale` times as large, as near as the model's multiple allows. */
export function scaleLatent(
  { latentMultiple }: Pick<NativeSizes, 'latentMultiple'>,
  { width, height }: LatentSize,
  scale: number,
): LatentSize {
  const scaled = (edge: number): number =>
    Math.max(latentMultiple, Math.round((edge * scale) / latentMultiple) * latentMultiple)
  return { width: scaled(width), height: scaled(height) }
}

/** All latent sizes of half to twice the area. */
function candidates(multiple: number, area: number): LatentSize[] {
  const edges = Array.from(
    { length: Math.ceil((2 * area) / multiple ** 2) },
    (_, i) => (i + 1) * multiple,
  )
  return edges.flatMap((width) =>
    edges
      .map((height) => ({ width, height }))
      .filter((size) => {
        const ratio = (size.width * size.height) / area
        return ratio >= 0.5 && ratio <= 2
      }),
  )
}
