interface Size {
  width: number
  height: number
}

/** Draws the frame of a video that is shown at a time, seconds, in a size. Rejects if it cannot be played. */
export async function frameOf(
  url: string,
  time: number,
  { width, height }: Size,
): Promise<HTMLCanvasElement> {
  const player = document.createElement('video')
  player.muted = true
  player.preload = 'auto'
  player.src = url
  await happens(player, 'loadeddata')
  player.currentTime = time
  await happens(player, 'seeked')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(player, 0, 0, width, height)
  // Gives the decoder back.
  player.removeAttribute('src')
  player.load()
  return canvas
}

function happens(player: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    player.addEventListener(event, () => resolve(), { once: true })
    player.addEventListener('error', () => reject(new Error('The video cannot be played')), {
      once: true,
    })
  })
}

/** The picture of a canvas as a file. */
export async function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The canvas gives nothing')
  return new File([blob], `${name}.png`, { type: 'image/png' })
}
