import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrawnAfter } from '#lib/engine-spec/index.ts'

/** A key picture, encoded. */
export interface DrawnKey {
  picture: Uint8Array
  drawnAfter: readonly DrawnAfter[]
}

/** What of one video is finished, on disk, so that who begins it again goes on from there. */
export interface KeptSegments {
  /** The segments that are there, from the first on without a gap. */
  list(): Promise<Uint8Array[]>
  add(index: number, segment: Uint8Array): Promise<void>
  /** A key picture that was drawn; null: not yet. */
  readKey(index: number): Promise<DrawnKey | null>
  addKey(index: number, key: DrawnKey): Promise<void>
  remove(): Promise<void>
}

/**
 * @param key of the work; nothing but letters, digits and `-`
 * @param by what they are drawn with, as the key: what another network drew is not gone on from
 */
export function keepSegments(folder: string, key: string, by = ''): KeptSegments {
  if (!/^[\w-]+$/.test(key)) throw new RangeError(`No name for a folder: ${key}`)
  const own = join(folder, key)
  const nameOf = (index: number) => `${by === '' ? '' : `${by}-`}${index}.mp4`
  const read = (name: string): Promise<Uint8Array | null> =>
    readFile(join(own, name)).catch(() => null)

  /** A file is whole when it has its name. */
  async function write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(own, { recursive: true })
    const unfinished = join(own, `${name}.part`)
    await writeFile(unfinished, bytes)
    await rename(unfinished, join(own, name))
  }

  return {
    async list() {
      const segments: Uint8Array[] = []
      for (;;) {
        const segment = await read(nameOf(segments.length))
        if (!segment) return segments
        segments.push(segment)
      }
    },
    add: (index, segment) => write(nameOf(index), segment),
    async readKey(index) {
      const [picture, source] = [await read(`key-${index}.png`), await read(`key-${index}.json`)]
      if (!picture || !source) return null
      return { picture, drawnAfter: JSON.parse(Buffer.from(source).toString()) as DrawnAfter[] }
    },
    async addKey(index, { picture, drawnAfter }) {
      await write(`key-${index}.json`, Buffer.from(JSON.stringify(drawnAfter)))
      await write(`key-${index}.png`, picture)
    },
    remove: () => rm(own, { recursive: true, force: true }),
  }
}
