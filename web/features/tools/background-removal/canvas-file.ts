/** What is on a canvas, as a PNG. Rejects when it is too large for the browser. */
export const canvasFile = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The image could not be written'))
    }, 'image/png')
  })
