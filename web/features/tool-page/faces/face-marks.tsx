import type { Face } from '#contract/faces.ts'
import classes from './face-marks.module.css'

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** The faces of an image, each with its number: 1 is the largest. */
export function FaceMarks({
  faces,
  size,
  isUsable,
}: {
  faces: readonly Face[]
  /** Of the image, pixels. */
  size: { width: number; height: number }
  isUsable(face: Face): boolean
}) {
  return faces.map((face) => {
    const {
      index,
      box: [x, y, width, height],
    } = face
    return (
      <span
        key={index}
        className={classes.mark}
        data-problem={!isUsable(face) || undefined}
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
    )
  })
}
