import sharp from 'sharp'
import type { ToolRequest } from '#lib/engine-spec/index.ts'
import type { NetworkSlot } from './adapter.ts'

/** Longer edge of the photo that a network is compared on, pixels: enough to judge, and done in seconds. */
const EDGES: Record<NetworkSlot, number> = {
  foreground: 1024,
  inpainting: 768,
  upscaling: 192,
  depth: 768,
  selection: 768,
}

/** Work that is shown of a network: the result of a tool, the depth that it finds, or what it selects in the middle. */
export type SampleWork =
  | Extract<ToolRequest, { image: Uint8Array }>
  | { tool: 'show_depth'; image: Uint8Array }
  | { tool: 'show_selection'; image: Uint8Array }

/** The work that shows a network beside the one that it would replace. Throws sharp's error for what is no photo. */
export async function sampleRequest(slot: NetworkSlot, photo: Uint8Array): Promise<SampleWork> {
  const edge = EDGES[slot]
  const { data: image, info } = await sharp(photo)
    .rotate()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  if (slot === 'depth') return { tool: 'show_depth', image }
  if (slot === 'selection') return { tool: 'show_selection', image }
  if (slot === 'foreground') return { tool: 'remove_background', image }
  if (slot === 'upscaling') return { tool: 'upscale', image, scale: 4, pro: true }
  return { tool: 'remove_object', image, mask: await discOf(info) }
}

/** A mask with a disc in the middle. */
async function discOf({ width, height }: { width: number; height: number }): Promise<Uint8Array> {
  const radius = Math.min(width, height) / 6
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/><circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="#fff"/></svg>`
  return sharp(Buffer.from(disc)).png().toBuffer()
}
