import { invalidField } from '#server/platform/errors.ts'
import type { FoundInput } from '../kind.ts'

/**
 * What is painted over a picture has its size.
 * @throws {AppError} `invalid` naming the field
 */
export function requireSameSize(field: string, layer: FoundInput, image: FoundInput): void {
  const { width, height } = image
  if (layer.width === width && layer.height === height) return
  throw invalidField(
    field,
    `Ensure the ${field} has the size of the image: ${width} x ${height} pixels, not ${layer.width} x ${layer.height}.`,
  )
}
