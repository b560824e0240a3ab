/**
 * Does a tool's work on a file in a process of its own and prints the most memory that this took and what is held
 * afterwards, in megabytes, and the seconds.
 * Usage: `node work-once.ts TOOL FILE`.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { runTool } from '#engine/vision/run-tool.ts'
import type { ToolRequest } from '#server/engines/spec/index.ts'

const AT_REST_MS = 1500

const [tool, file = ''] = process.argv.slice(2)
const image = await readFile(file)

const requests: Record<string, ToolRequest> = {
  remove_background: { tool: 'remove_background', image },
  replace_background: {
    tool: 'replace_background',
    image,
    background: { red: 40, green: 120, blue: 90 },
  },
  replace_background_blurred: {
    tool: 'replace_background',
    image,
    background: { blurred: true },
  },
  replace_background_photo: { tool: 'replace_background', image, background: image },
  remove_object: { tool: 'remove_object', image, mask: await maskOf(image) },
  swap_faces: {
    tool: 'swap_faces',
    source: image,
    target: image,
    pairs: [{ source: 0, target: 0 }],
  },
  fix_faces: { tool: 'fix_faces', image },
  // More would be too large a result.
  upscale: { tool: 'upscale', image: await megapixelOf(image), scale: 4, pro: false },
  upscale_pro: { tool: 'upscale', image: await megapixelOf(image, 0.25), scale: 4, pro: true },
  upscale_8: { tool: 'upscale', image: await megapixelOf(image, 0.25), scale: 8, pro: false },
  draw_avatars: { tool: 'draw_avatars', image, looks: ['studio'], count: 1, indexes: [0], seed: 1 },
  take_headshots: {
    tool: 'take_headshots',
    image,
    backgrounds: ['office'],
    framing: 'shoulders',
    indexes: [0],
  },
}
const request = requests[tool ?? '']
if (!request) throw new Error(`No tool ${tool}; there are ${Object.keys(requests).join(', ')}.`)
const { signal } = new AbortController()
const began = performance.now()
await runTool(createToolNetworks(2), request, { signal, onProgress() {}, onImage() {} })
const seconds = (performance.now() - began) / 1000
const peak = await held('VmHWM')
// The runtime gives some of it back on its own within moments.
await sleep(AT_REST_MS)
console.log(peak, await held('VmRSS'), seconds.toFixed(1))

/** A figure of this process, in megabytes. */
async function held(what: 'VmHWM' | 'VmRSS'): Promise<number> {
  const line = (await readFile('/proc/self/status', 'utf8'))
    .split('\n')
    .find((one) => one.startsWith(what))
  return Math.round(Number(/\d+/.exec(line ?? '')?.[0]) / 1024)
}

function megapixelOf(photograph: Uint8Array, megapixels = 1): Promise<Buffer> {
  const edge = Math.round(1024 * Math.sqrt(megapixels))
  return sharp(photograph).resize(edge, edge, { fit: 'cover' }).jpeg().toBuffer()
}

/** A mask with a thing of a tenth of the width in the middle. */
async function maskOf(photograph: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(photograph).metadata()
  const svg = `<svg width="${width}" height="${height}"><rect width="100%" height="100%"/>
    <circle cx="50%" cy="50%" r="${width / 20}" fill="white"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
