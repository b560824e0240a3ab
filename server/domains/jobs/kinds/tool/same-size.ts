import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FoundInput } from '../../kind.ts'

/**
 * What is painted over a picture has its size.
 * @throws {AppError} `invalid` naming the field
 */
export function requireSameSize(field: string, layer: FoundInput, image: FoundInput): void {
  const { width, height } = image
  if (layer.width === width && layer.height === height) return
  throw invalidField(
    field,
    t('jobs.layerSize', {
      layer: field,
      width,
      height,
      otherWidth: layer.width,
      otherHeight: layer.height,
    }),
  )
}
