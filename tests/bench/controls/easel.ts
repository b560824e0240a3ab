import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { httpGet } from '#tests/bench/http-get.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { BASE, type CellSource, type ControlCell, type ControlRow } from './rows.ts'

/** A picture of the sheet. */
export interface DrawnCell {
  cell: ControlCell
  /** Encoded file as the app delivered it. */
  data: Buffer
}

export interface Easel {
  drawRow(row: ControlRow): Promise<DrawnCell[]>
}

/** Draws by jobs of a running app. */
export async function createEasel(app: TestApp, person: TestPerson): Promise<Easel> {
  const drawn = new Map<string, Buffer[]>()

  async function draw(change: Partial<DrawingRequestInput>): Promise<Buffer[]> {
    const body = { ...BASE, ...change }
    const key = JSON.stringify(body)
    const before = drawn.get(key)
    if (before) return before
    const { id } = await person.call(api.inferenceJobs.create, { body })
    for (;;) {
      await sleep(50)
      const job = await person.call(api.inferenceJobs.detail, { params: { id } })
      if (job.status === 'P' || job.status === 'R') continue
      if (job.status !== 'S')
        throw new Error(`${key} ended as ${job.status}: ${job.error?.message}`)
      const pictures = job.images.toSorted((a, b) => a.index - b.index)
      const files = []
      for (const { url } of pictures) files.push(await httpGet(new URL(url ?? '', app.url).href))
      drawn.set(key, files)
      return files
    }
  }

  const [picture] = await draw({})
  const mask = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><rect width="128" height="128"/><circle cx="64" cy="64" r="44" fill="#fff"/></svg>',
    ),
  )
    .removeAlpha()
    .png()
    .toBuffer()
  const files: Record<CellSource, Buffer> = { picture: picture!, mask }
  const ids: Record<CellSource, string> = {
    picture: (await upload(person, files.picture)).id,
    mask: (await upload(person, mask, { purpose: 'mask' })).id,
  }

  return {
    async drawRow({ cells }) {
      const row: DrawnCell[] = []
      let change: ControlCell['change']
      let place = 0
      for (const cell of cells) {
        if (cell.shows) {
          row.push({ cell, data: files[cell.shows] })
          continue
        }
        const uses = Object.entries(cell.uses ?? {}).map(([field, name]) => [field, ids[name]])
        const asked = { ...cell.change, ...(Object.fromEntries(uses) as object) }
        // Cells of one batch follow one another.
        place = JSON.stringify(asked) === JSON.stringify(change) ? place + 1 : 0
        change = asked
        const pictures = await draw(asked)
        row.push({ cell, data: pictures[place] ?? pictures[0]! })
      }
      return row
    },
  }
}
