import sharp from 'sharp'

type Vector = readonly [x: number, y: number, z: number]

/** A ball stretched along the axes; a subject is about two units high and lies around the origin. */
export interface Ellipsoid {
  at: Vector
  size: Vector
  /** 0 to 255 each. */
  colour: Vector
}

/** From where an image is taken and lit. */
export interface Shot {
  /** Radians around the upright axis. */
  turn: number
  /** Towards the light. */
  light: Vector
}

const EDGE = 128
/** Points along the edge of a pixel. */
const POINTS = 2
/** Half of what an edge shows. */
const REACH = 1.25
const [SHADE, BACKDROP] = [0.35, 236]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Takes an image of a subject, seen from far away: a PNG file of 128 pixels an edge. */
export function renderSubject(parts: readonly Ellipsoid[], { turn, light }: Shot): Promise<Buffer> {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  /** From the camera's frame to the subject's. */
  const turned = ([x, y, z]: Vector): Vector => [cos * x - sin * z, y, sin * x + cos * z]
  const way = turned([0, 0, -1])
  const towards = turned(light)
  const brightness = Math.sqrt(dot(light, light))
  const size = EDGE * POINTS
  const pixels = new Uint8Array(3 * size * size).fill(BACKDROP)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const across = (value: number): number => (2 * (value + 0.5) * REACH) / size - REACH
      const from = turned([across(column), -across(row), 4])
      let nearest = Infinity
      for (const { at, size: radii, colour } of parts) {
        const scaled = (vector: Vector): Vector => [
          vector[0] / radii[0],
          vector[1] / radii[1],
          vector[2] / radii[2],
        ]
        const [start, along] = [
          scaled([from[0] - at[0], from[1] - at[1], from[2] - at[2]]),
          scaled(way),
        ]
        const [a, b, c] = [dot(along, along), dot(start, along), dot(start, start) - 1]
        const root = b * b - a * c
        if (root < 0) continue
        const distance = (-b - Math.sqrt(root)) / a
        if (distance >= nearest) continue
        nearest = distance
        const normal = scaled([
          start[0] + distance * along[0],
          start[1] + distance * along[1],
          start[2] + distance * along[2],
        ])
        const facing = dot(normal, towards) / (Math.sqrt(dot(normal, normal)) * brightness)
        const lit = SHADE + (1 - SHADE) * Math.max(0, facing)
        for (let i = 0; i < 3; i++) pixels[3 * (row * size + column) + i] = colour[i]! * lit
      }
    }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .resize(EDGE, EDGE)
    .png()
    .toBuffer()
}
