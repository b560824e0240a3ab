import type { Face } from '#contract/faces.ts'
import classes from './face-marks.module.css'

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** The faces of an image, each with its number: 1 is the largest. */
export function FaceMarks({
  faces,
  size,
}: {
  faces: readonly Face[]
  /** Of the image, pixels. */
  size: { width: number; height: number }
}) {
  return faces.map(({ index, box: [x, y, width, height], problem }) => (
    <span
      key={index}
      className={classes.mark}
      data-problem={problem !== null || undefined}
      aria-hidden
      style={{
        left: share(x, size.width),
        top: share(y, size.height),
        width: share(width, size.width),
        height: share(height, size.height),
      }}
    >
      <span>{index + 1}</span>
    </span>
  ))
}
