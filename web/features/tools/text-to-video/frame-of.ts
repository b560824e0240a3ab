interface Size {
  width: number
  height: number
}

/** Draws the frame of a video that is shown at a time, seconds, in a size. Rejects if it cannot be played. */
export const frameOf = (url: string, time: number, size: Size): Promise<HTMLCanvasElement> =>
  withFrames(url, size, (at) => at(time))

/** Lends a canvas on which frames of a video are drawn one after the other. Rejects if it cannot be played. */
export async function withFrames<T>(
  url: string,
  { width, height }: Size,
  act: (at: (time: number) => Promise<HTMLCanvasElement>) => Promise<T>,
): Promise<T> {
  const player = document.createElement('video')
  player.muted = true
  player.preload = 'auto'
  player.src = url
  await happens(player, 'loadeddata')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  // Opaque, and read more often than it is shown.
  const brush = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  try {
    return await act(async (time) => {
      const there = happens(player, 'seeked')
      player.currentTime = time
      await there
      brush?.drawImage(player, 0, 0, width, height)
      return canvas
    })
  } finally {
    // Gives the decoder back.
    player.removeAttribute('src')
    player.load()
  }
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
