import type { PhotoCrop } from '#contract/lora-trainings.ts'

/** Pixels: a smaller square teaches nothing. */
export const LEAST_CROP = 64

interface Size {
  width: number
  height: number
}

const within = (value: number, most: number): number =>
  Math.max(0, Math.min(most, Math.round(value)))

/** A square moved by so many pixels of its photo, which it does not leave. */
export function moved(
  { x, y, size }: PhotoCrop,
  photo: Size,
  right: number,
  down: number,
): PhotoCrop {
  return {
    x: within(x + right, photo.width - size),
    y: within(y + down, photo.height - size),
    size,
  }
}

/** A square of another size around the same middle, as far as its photo goes. */
export function sized({ x, y, size }: PhotoCrop, photo: Size, wanted: number): PhotoCrop {
  const most = Math.min(photo.width, photo.height)
  const next = Math.min(most, Math.max(Math.min(LEAST_CROP, most), Math.round(wanted)))
  const by = (size - next) / 2
  return moved({ x: x + by, y: y + by, size: next }, photo, 0, 0)
}

/** Where a square lies in its photo, for CSS. */
export const percentOf = ({ x, y, size }: PhotoCrop, { width, height }: Size) => ({
  left: `${(100 * x) / width}%`,
  top: `${(100 * y) / height}%`,
  width: `${(100 * size) / width}%`,
  height: `${(100 * size) / height}%`,
})
