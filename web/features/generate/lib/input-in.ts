/** Id of the image that a job with these parameters changes; null for one that changes none. */
export function inputIn(parameters: Record<string, unknown>): string | null {
  const { image, target_image: target, images } = parameters
  const input = target ?? image ?? (Array.isArray(images) ? (images as unknown[])[0] : undefined)
  return typeof input === 'string' ? input : null
}
