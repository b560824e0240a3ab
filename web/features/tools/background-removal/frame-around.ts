import type { Crop } from '#web/features/tool-page/frame/comparison.ts'

/**
 * The part of an image that a result of another shape shows, in shares of the image's sides; it may reach beyond the image. The subject is in
 * the middle, or stands on the lower side if the image cuts it off there. It is what the server does with several photos.
 *
 * @param subject without any room around it
 */
export function frameAround(
  subject: Crop,
  image: { width: number; height: number },
  { width, height, margin }: { width: number; height: number; margin: number },
): Crop {
  const stands = subject.top + subject.height >= 1
  const room = margin * Math.min(width, height)
  const scale = Math.min(
    (width - 2 * room) / (subject.width * image.width),
    (height - (stands ? 1 : 2) * room) / (subject.height * image.height),
  )
  const frame = { width: width / scale / image.width, height: height / scale / image.height }
  const bottom = subject.top + subject.height
  return {
    ...frame,
    left: subject.left + (subject.width - frame.width) / 2,
    top: stands ? bottom - frame.height : subject.top + (subject.height - frame.height) / 2,
  }
}
