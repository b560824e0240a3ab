/** An image that is ready to be drawn. Rejects when it cannot be loaded. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}
