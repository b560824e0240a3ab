import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { keepSegments } from '#engine/video/kept-segments.ts'
import { type RenderOrder, renderVideo } from '#engine/video/render-video.ts'

/** A video as the engine's process makes it, with what it keeps on disk meanwhile. @returns the file */
export async function render(networks: ToolNetworks, order: RenderOrder): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-video-'))
  try {
    const { signal } = new AbortController()
    const kept = keepSegments(folder, 'bench')
    const { data } = await renderVideo(networks, order, kept, { signal, onFrame() {} })
    return data
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
