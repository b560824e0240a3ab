import { blurPlane, changeColours, type Layer } from './layer.ts'

/** Light that falls on a person. */
export interface Light {
  /** From where, in turns clockwise from above: 0 above, 0.25 right, 0.75 left. */
  from: number
  /** How much lighter the near side gets, and the far side darker; 0 to 0.5. */
  strength: number
  /** Colour of a thin light along the edge on that side, and how strong it is, 0 to 1. */
  rim?: { colour: readonly [number, number, number]; strength: number }
}

/** Lights a layer from one side, and draws a thin light along the person's edge. */
export function applyLight(layer: Layer, { from, strength, rim }: Light): void {
  const { edge, opacity } = layer
  const [dx, dy] = [Math.sin(2 * Math.PI * from), -Math.cos(2 * Math.PI * from)]
  const offset = Math.max(1, Math.round(edge * 0.012))
  const soft = blurPlane(opacity, edge, Math.max(1, Math.round(edge * 0.006)))
  const opacityAt = (x: number, y: number): number =>
    soft[Math.min(edge - 1, Math.max(0, y)) * edge + Math.min(edge - 1, Math.max(0, x))]!
  changeColours(layer, (colours, pixel) => {
    const [x, y] = [pixel % edge, Math.floor(pixel / edge)]
    const towards = ((x / edge - 0.5) * dx + (y / edge - 0.5) * dy) * 2
    const gain = 1 + strength * towards
    // Near the edge on the light's side there is nothing a little further towards the light.
    const beyond = 1 - opacityAt(Math.round(x + dx * offset), Math.round(y + dy * offset))
    const shine = rim ? rim.strength * beyond * opacity[pixel]! : 0
    for (let c = 0; c < 3; c++) colours[c] = colours[c]! * gain + shine * (rim?.colour[c] ?? 0)
  })
}
