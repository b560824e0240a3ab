/**
 * Waits until an image of the page can be drawn: before it has come, nothing is.
 * @throws what the browser has against it, where it cannot be shown
 */
export async function seeImage<
  Image extends Pick<HTMLImageElement, 'complete' | 'naturalWidth' | 'decode'>,
>(image: Image): Promise<Image> {
  if (!image.complete || image.naturalWidth === 0) await image.decode()
  return image
}
