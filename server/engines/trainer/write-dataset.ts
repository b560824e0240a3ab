import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrainingRequest } from '../spec/index.ts'

/** How often each photo is seen in a round, as kohya's folders say it. */
const REPEATS = 10

/**
 * The word of a subject: its name, in letters and numbers that no program takes for an option. Prompts name it so.
 */
export function triggerOf({ name, kind }: Pick<TrainingRequest, 'name' | 'kind'>): string {
  const words = (name ?? '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? `my ${kind}` : words
}

/** The photos in the layout of kohya's scripts: `10_person/photo-01.png`, each with its caption in `photo-01.txt`. */
export async function writeDataset(folder: string, request: TrainingRequest): Promise<void> {
  const { pictures, kind } = request
  const own = join(folder, `${REPEATS}_${kind}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(own, { recursive: true, mode: 0o700 })
  for (const [at, { image, caption }] of pictures.entries()) {
    const file = join(own, `photo-${String(at + 1).padStart(2, '0')}`)
    await writeFile(`${file}.png`, image)
    await writeFile(`${file}.txt`, captionOf(request, caption))
  }
}

function captionOf(request: TrainingRequest, caption: string): string {
  const trigger = triggerOf(request)
  const words =
    request.kind === 'style' ? [caption, `in the style of ${trigger}`] : [trigger, caption]
  return words
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ')
}
