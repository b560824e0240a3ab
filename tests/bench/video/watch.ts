import type { Page } from '@playwright/test'

/** What a browser makes of a file. */
export interface Watched {
  width: number
  height: number
  duration: number
  /** Peak signal-to-noise ratio of each frame and the next as they are shown, decibels. */
  psnrs: number[]
  /** Where the player was when it had played to the end, seconds. */
  playedTo: number
}

/** Looks at every frame of a video, and then plays it. */
export function watch(page: Page, file: Uint8Array, fps: number): Promise<Watched> {
  const base64 = Buffer.from(file).toString('base64')
  return page.evaluate(
    async ({ base64: content, rate }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      const player = document.createElement('video')
      const happens = (event: string): Promise<void> =>
        new Promise((resolve, reject) => {
          player.addEventListener(event, () => resolve(), { once: true })
          player.addEventListener('error', () => reject(new Error(player.error?.message)), {
            once: true,
          })
        })
      player.muted = true
      player.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
      await happens('loadeddata')
      const { videoWidth: width, videoHeight: height, duration } = player
      const canvas = new OffscreenCanvas(width, height)
      const brush = canvas.getContext('2d', { willReadFrequently: true })!
      const psnrs: number[] = []
      let before: ArrayLike<number> | null = null
      for (let frame = 0; frame < Math.round(duration * rate); frame++) {
        // On a busy machine a frame may be there later than the word that it is.
        const there = happens('seeked')
        const shown = new Promise<void>((resolve) => {
          player.requestVideoFrameCallback(() => resolve())
          setTimeout(resolve, 1000)
        })
        player.currentTime = (frame + 0.5) / rate
        await Promise.all([there, shown])
        brush.drawImage(player, 0, 0)
        const { data } = brush.getImageData(0, 0, width, height)
        if (before) {
          let squares = 0
          for (let i = 0; i < data.length; i += 4)
            for (let c = i; c < i + 3; c++) squares += (data[c]! - before[c]!) ** 2
          // One squared level in all, so that equal frames have a number too.
          const mean = Math.max(1, squares) / (0.75 * data.length)
          psnrs.push(10 * Math.log10(255 ** 2 / mean))
        }
        before = data
      }
      player.currentTime = 0
      const ended = happens('ended')
      await player.play()
      await ended
      return { width, height, duration, psnrs, playedTo: player.currentTime }
    },
    { base64, rate: fps },
  )
}
