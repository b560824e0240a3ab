/** A size in pixels. */
interface Size {
  width: number
  height: number
}

/**
 * Means over a square of `2 reach + 1` pixels that slides over one value a pixel, again and again: three passes are
 * nearly a bell (Wells 1986). What lies at the border is repeated beyond it.
 *
 * @returns values of the same kind, row by row
 */
export function boxBlur<Values extends Uint8Array | Float32Array>(
  values: Values,
  { width, height }: Size,
  reach: number,
  passes: number,
): Values {
  const [from, to] = [values.slice() as Values, values.slice() as Values]
  for (let pass = 0; pass < passes; pass++) {
    blurLines(from, to, { lines: height, length: width, between: width, step: 1 }, reach)
    blurLines(to, from, { lines: width, length: height, between: 1, step: width }, reach)
  }
  return from
}

interface Lines {
  lines: number
  length: number
  /** From the start of a line to that of the next. */
  between: number
  /** From a value to the next in its line. */
  step: number
}

function blurLines(
  from: Uint8Array | Float32Array,
  to: Uint8Array | Float32Array,
  { lines, length, between, step }: Lines,
  reach: number,
): void {
  for (let line = 0; line < lines; line++) {
    const start = line * between
    const at = (i: number): number => from[start + Math.min(length - 1, Math.max(0, i)) * step]!
    let sum = 0
    for (let i = -reach; i <= reach; i++) sum += at(i)
    for (let i = 0; i < length; i++) {
      to[start + i * step] = sum / (2 * reach + 1)
      sum += at(i + reach + 1) - at(i - reach)
    }
  }
}
