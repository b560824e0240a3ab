/**
 * Makes the sample of the page of text to video: what the built-in engine makes of the photograph that one can try it with.
 * FFmpeg makes the file a tenth as large, and the sample no better than what people get.
 *
 * Usage: node scripts/make-video-sample.ts [FFMPEG]
 * Writes web/public/tools/video-sample.mp4.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { render } from '#scripts/support/render-video.ts'

const OUT = path.join(import.meta.dirname, '../web/public/tools/video-sample.mp4')
const ORDER = { motion: 'orbit', duration: 2, width: 384, height: 384 } as const
const SMALL = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '31', '-movflags', '+faststart']

const [ffmpeg = 'ffmpeg'] = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'video-sample-'))
try {
  const whole = path.join(folder, 'whole.mp4')
  const keys = [await readFile(photographFile('astronaut'))]
  await writeFile(whole, await render(createToolNetworks(2), { ...ORDER, keys }))
  execFileSync(ffmpeg, ['-y', '-loglevel', 'error', '-i', whole, '-an', ...SMALL, OUT])
} finally {
  await rm(folder, { recursive: true })
}
process.exit()
