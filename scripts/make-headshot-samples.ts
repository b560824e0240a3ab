/**
 * Makes the samples of the headshots' backgrounds, and the before and after of their page, by the tool itself from a
 * photograph with clean rights (tests/fixtures/photographs); nothing is touched up.
 *
 * Usage: node scripts/make-headshot-samples.ts
 * Writes web/public/tools/headshots/ and web/public/tools/headshot-*.webp.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { FRAMINGS } from '#server/engines/builtin/tools/headshots/take-headshot.ts'
import { createToolEngine } from '#server/engines/builtin/tools/tool-engine.ts'
import { photographFile } from '#tests/support/photographs.ts'
import { showFrame } from './tool-images/frame-of-photo.ts'

const OUT = path.join(import.meta.dirname, '../web/public/tools')
const SHOWN = { width: 384, height: 480 }
/** The background of the page's example. */
const EXAMPLE = 'light-gray'

const engine = createToolEngine({ name: 'builtin', threads: 2, processes: 1, log: undefined })
const webp = (file: Buffer | Uint8Array, size: typeof SHOWN, quality: number) =>
  sharp(file).resize(size).webp({ quality, effort: 6 }).toBuffer()

/** Another person: the head of a painting of 1782, which is nobody's any more. */
async function writePainted(): Promise<void> {
  const image = await readFile(photographFile('self-portrait'))
  const operation = await engine.start({
    tool: 'take_headshots',
    image,
    backgrounds: ['warm'],
    framing: 'shoulders',
    indexes: [0],
  })
  await engine.follow(operation, {
    onProgress: () => undefined,
    async onOutput({ data }) {
      await writeFile(path.join(OUT, 'headshots/painted-after.webp'), await webp(data, SHOWN, 60))
    },
  })
  const before = await sharp(image)
    .resize({ ...SHOWN, fit: 'cover', position: 'top' })
    .toBuffer()
  await writeFile(path.join(OUT, 'headshots/painted-before.webp'), await webp(before, SHOWN, 60))
}

try {
  await mkdir(path.join(OUT, 'headshots'), { recursive: true })
  const image = await readFile(photographFile('astronaut'))
  const backgrounds = engine.headshots!().scenes.map(({ id }) => id)
  const indexes = backgrounds.map((_, index) => index)
  const operation = await engine.start({
    tool: 'take_headshots',
    image,
    backgrounds,
    framing: 'shoulders',
    indexes,
  })
  await engine.follow(operation, {
    onProgress: () => undefined,
    async onOutput({ data, index }) {
      const id = backgrounds[index]!
      await writeFile(path.join(OUT, 'headshots', `${id}.webp`), await webp(data, SHOWN, 50))
      if (id !== EXAMPLE) return
      await writeFile(path.join(OUT, 'headshot-after.webp'), await webp(data, SHOWN, 55))
    },
  })
  // The part of the photograph that the headshot shows.
  const part = await showFrame(image, FRAMINGS.shoulders)
  await writeFile(path.join(OUT, 'headshot-before.webp'), await webp(part, SHOWN, 45))
  await writePainted()
} finally {
  await engine.dispose()
}
