import { blurPlane, changeColours, type Layer, lightness, lightnessOf } from './layer.ts'

/**
 * Paints in strokes: each pixel takes the mean of that of four corners around it which varies least (Kuwahara 1976),
 * which keeps outlines and lays flat what is between them.
 *
 * @param reach half the edge of the square that is looked at, pixels
 */
export function paintStrokes(layer: Layer, reach: number): void {
  const { edge, colours } = layer
  const tables = sumTables(layer)
  const painted = new Float32Array(colours.length)
  const corners = [
    [-reach, -reach],
    [0, -reach],
    [-reach, 0],
    [0, 0],
  ] as const
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      let least = Infinity
      for (const [left, top] of corners) {
        const x0 = Math.max(0, x + left)
        const y0 = Math.max(0, y + top)
        const x1 = Math.min(edge, x + left + reach + 1)
        const y1 = Math.min(edge, y + top + reach + 1)
        const count = (x1 - x0) * (y1 - y0)
        const sum = (table: Float64Array): number =>
          table[y1 * (edge + 1) + x1]! -
          table[y0 * (edge + 1) + x1]! -
          table[y1 * (edge + 1) + x0]! +
          table[y0 * (edge + 1) + x0]!
        const mean = sum(tables.light) / count
        const variance = sum(tables.squares) / count - mean * mean
        if (variance >= least) continue
        least = variance
        for (let c = 0; c < 3; c++)
          painted[3 * (y * edge + x) + c] = sum(tables.colours[c]!) / count
      }
    }
  colours.set(painted)
}

interface SumTables {
  colours: Float64Array[]
  light: Float64Array
  squares: Float64Array
}

/** Sums of all pixels above and to the left of each place, from which those of any rectangle follow (Crow 1984). */
function sumTables(layer: Layer): SumTables {
  const { edge, colours } = layer
  const light = lightnessOf(layer)
  const table = (value: (pixel: number) => number): Float64Array => {
    const sums = new Float64Array((edge + 1) ** 2)
    for (let y = 0; y < edge; y++) {
      let row = 0
      for (let x = 0; x < edge; x++) {
        row += value(y * edge + x)
        sums[(y + 1) * (edge + 1) + x + 1] = sums[y * (edge + 1) + x + 1]! + row
      }
    }
    return sums
  }
  return {
    colours: [0, 1, 2].map((c) => table((pixel) => colours[3 * pixel + c]!)),
    light: table((pixel) => light[pixel]!),
    squares: table((pixel) => light[pixel]! ** 2),
  }
}

/** Leaves so many steps of lightness, with soft borders between them; hues stay. */
export function posterise(layer: Layer, steps: number): void {
  changeColours(layer, (colours) => {
    const light = lightness(colours[0]!, colours[1]!, colours[2]!)
    const position = (light / 255) * steps
    const step = Math.floor(position)
    const between = Math.min(1, Math.max(0, (position - step - 0.35) / 0.3))
    const flat = ((step + between * between * (3 - 2 * between)) / steps) * 255
    const gain = flat / Math.max(1, light)
    for (let c = 0; c < 3; c++) colours[c] = Math.min(255, colours[c]! * (0.35 + 0.65 * gain))
  })
}

/**
 * Draws lines where lightness falls off (extended difference of Gaussians; Winnemöller et al. 2012).
 *
 * @param width of the lines, pixels
 * @param ink 0 (none) to 1 (black)
 */
export function inkLines(layer: Layer, width: number, ink: number): void {
  const light = lightnessOf(layer)
  const fine = blurPlane(light, layer.edge, Math.max(1, Math.round(width)))
  const broad = blurPlane(light, layer.edge, Math.max(2, Math.round(width * 2)))
  changeColours(layer, (colours, pixel) => {
    const fall = broad[pixel]! - fine[pixel]!
    const line = Math.min(1, Math.max(0, (fall - 3) / 9)) * ink
    for (let c = 0; c < 3; c++) colours[c]! *= 1 - line
  })
}

/**
 * A drawing in pencil: what differs from its surroundings is drawn, what is even stays paper (colour dodge of the
 * inverted blur).
 *
 * @param softness of the pencil, pixels
 */
export function drawPencil(
  layer: Layer,
  softness: number,
  paper: readonly [number, number, number],
): void {
  const light = lightnessOf(layer)
  const blurred = blurPlane(light, layer.edge, softness)
  changeColours(layer, (colours, pixel) => {
    const drawn = Math.min(1, (light[pixel]! + 2) / (blurred[pixel]! + 2))
    // Broad shade stays a little, or eyes and hair would be outlines only.
    const shade = 0.62 + 0.38 * Math.min(1, light[pixel]! / 150)
    const value = Math.max(0.06, drawn ** 2.6 * shade)
    for (let c = 0; c < 3; c++) colours[c] = paper[c]! * value + 28 * (1 - value)
  })
}

/** Colours by lightness alone: from the first for black to the last for white. */
export function mapGradient(
  layer: Layer,
  stops: readonly (readonly [number, number, number])[],
): void {
  changeColours(layer, (colours) => {
    const light = Math.min(
      0.9999,
      Math.max(0, lightness(colours[0]!, colours[1]!, colours[2]!) / 255),
    )
    const position = light * (stops.length - 1)
    const [from, share] = [Math.floor(position), position % 1]
    for (let c = 0; c < 3; c++)
      colours[c] = stops[from]![c]! * (1 - share) + stops[from + 1]![c]! * share
  })
}

/** Dots of print: their size follows the darkness, their grid is turned by 45 degrees. */
export function printDots(
  layer: Layer,
  pitch: number,
  ink: readonly [number, number, number],
  share: number,
): void {
  const light = blurPlane(lightnessOf(layer), layer.edge, Math.max(1, Math.round(pitch / 3)))
  changeColours(layer, (colours, pixel) => {
    const [x, y] = [pixel % layer.edge, Math.floor(pixel / layer.edge)]
    const [u, v] = [(x + y) / Math.SQRT2 / pitch, (x - y) / Math.SQRT2 / pitch]
    const distance = Math.hypot(u - Math.round(u), v - Math.round(v))
    const radius = 0.72 * Math.sqrt(Math.max(0, 1 - light[pixel]! / 215))
    const dot = Math.min(1, Math.max(0, (radius - distance) * pitch * 0.9)) * share
    for (let c = 0; c < 3; c++) colours[c] = colours[c]! * (1 - dot) + ink[c]! * dot
  })
}

/** Grain of film: the same for the same place, so that a picture is made again as it was. */
export function addGrain(layer: Layer, strength: number): void {
  changeColours(layer, (colours, pixel) => {
    const noise = Math.sin(pixel * 12.9898 + (pixel % 977) * 78.233) * 43758.5453
    const grain = (noise - Math.floor(noise) - 0.5) * 2 * strength
    for (let c = 0; c < 3; c++) colours[c]! += grain
  })
}
