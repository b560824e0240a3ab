import { Tensor } from 'onnxruntime-node'
import { splitIntoTiles, type Tile } from '../../diffusion/enlarger/tiles.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { holdToPicture, type Planes } from './hold-to-picture.ts'
import { type DetailMap, strengthAt } from './mark-detail.ts'
import { resample } from './resample.ts'
import { spreadTwins } from './spread-twins.ts'
import type { UpscalerNetwork } from './upscaler.ts'

/**
 * Enlarges a picture by `factor`, which is at most that of the network: each tile is enlarged by the network and
 * brought to the size that is asked for before the next one is begun, so that memory does not grow with the picture
 * beyond its result.
 *
 * @param onTile told after each tile how many are done of how many
 * @param detail where details are drawn stronger; left out: nowhere. Only of a network that keeps all that it draws
 * @param signal stops between two tiles
 * @throws the signal's reason
 */
export async function upscalePicture(
  network: UpscalerNetwork,
  picture: RgbPicture,
  factor: number,
  onTile: (done: number, tiles: number) => void,
  signal: AbortSignal,
  detail?: DetailMap,
): Promise<RgbPicture> {
  const width = Math.round(picture.width * factor)
  const height = Math.round(picture.height * factor)
  const result = { data: new Uint8Array(3 * width * height), width, height }
  const tiles = splitIntoTiles(picture, {
    edge: network.tile,
    reach: network.reach,
    multiple: network.multiple ?? 1,
  })
  for (const [i, tile] of tiles.entries()) {
    signal.throwIfAborted()
    const enlarged = await runTile(network, picture, tile, detail)
    pasteTile(result, enlarged, tile, network.factor, factor)
    onTile(i + 1, tiles.length)
  }
  return result
}

/** A tile enlarged by the network, 0 to 255. */
async function runTile(
  { session, white, factor, own, hasTwins = false }: UpscalerNetwork,
  picture: RgbPicture,
  { outer }: Tile,
  detail: DetailMap | undefined,
): Promise<Planes> {
  const input = new Float32Array(3 * outer.width * outer.height)
  const scale = white / 255
  for (let y = 0; y < outer.height; y++)
    for (let x = 0; x < outer.width; x++) {
      // Beyond the border its pixels are repeated.
      const column = Math.min(picture.width - 1, Math.max(0, outer.left + x))
      const row = Math.min(picture.height - 1, Math.max(0, outer.top + y))
      const from = 3 * (row * picture.width + column)
      const to = y * outer.width + x
      for (let c = 0; c < 3; c++)
        input[c * outer.width * outer.height + to] = picture.data[from + c]! * scale
    }
  const shape = [1, 3, outer.height, outer.width]
  const feeds = { [session.inputs[0]!.name]: new Tensor('float32', input, shape) }
  const values = (await session.session.run(feeds))[session.outputNames[0]!]!.data as Float32Array
  const enlarged = { values, width: outer.width * factor, height: outer.height * factor }
  if (hasTwins) spreadTwins(enlarged)
  if (own !== null)
    holdToPicture(
      { values: input, width: outer.width, height: outer.height },
      enlarged,
      factor,
      own === 1 && detail ? strengthsIn(outer, detail) : own,
    )
  for (let i = 0; i < values.length; i++) values[i] = Math.min(255, Math.max(0, values[i]! / scale))
  return enlarged
}

/** One for each pixel of a tile. */
function strengthsIn({ left, top, width, height }: Tile['outer'], detail: DetailMap): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) =>
    strengthAt(detail, left + (at % width), top + Math.floor(at / width)),
  )
}

/** Writes the part of the result that a tile answers for. */
function pasteTile(
  result: RgbPicture,
  enlarged: Planes,
  { inner, outer }: Tile,
  networkFactor: number,
  factor: number,
): void {
  const left = Math.round(inner.left * factor)
  const top = Math.round(inner.top * factor)
  const area = {
    width: Math.round((inner.left + inner.width) * factor) - left,
    height: Math.round((inner.top + inner.height) * factor) - top,
  }
  // Places in the tile are those in the result, scaled and moved to where the tile begins.
  const step = networkFactor / factor
  const start = {
    x: (left + 0.5) * step - 0.5 - outer.left * networkFactor,
    y: (top + 0.5) * step - 0.5 - outer.top * networkFactor,
  }
  for (let c = 0; c < 3; c++) {
    const size = enlarged.width * enlarged.height
    const plane = enlarged.values.subarray(c * size, (c + 1) * size)
    const values = resample(
      { values: plane, width: enlarged.width, height: enlarged.height },
      { start, step, ...area },
    )
    for (let y = 0; y < area.height; y++)
      for (let x = 0; x < area.width; x++)
        result.data[3 * ((top + y) * result.width + left + x) + c] = Math.round(
          Math.min(255, Math.max(0, values[y * area.width + x]!)),
        )
  }
}
